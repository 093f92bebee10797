import { expect, test } from "bun:test";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { card } from "#features/tasks/testing/builders.ts";
import {
  byStatus,
  columnBeside,
  columnToLookAt,
  firstCard,
  heirOf,
  longestWait,
  nextInTodo,
  nearest,
  placeOf,
  readColumn,
  withColumn,
} from "./board.logic.ts";

const idOf = (name: string) => card(name, "todo").id;

/** "todo: a b, done: c" */
function board(text: string) {
  const columns = text.split(", ").map((part) => part.split(": "));
  return byStatus(
    columns.flatMap(([status = "", names = ""]) =>
      // These tests use no other names.
      names.split(" ").map((name) => card(name, status as TaskStatus)),
    ),
  );
}

test("every task is in the column of its status, in the server's order", () => {
  const columns = byStatus([card("b", "todo"), card("x", "done"), card("a", "todo")]);
  expect(columns.todo.map(({ summary }) => summary)).toEqual(["b", "a"]);
  expect(columns.done.map(({ summary }) => summary)).toEqual(["x"]);
  expect(columns.in_review).toEqual([]);
});

test("Todo is in pickup order", () => {
  const columns = byStatus([
    card("c", "todo", { position: 2 }),
    card("a", "todo", { position: -1 }),
    card("wanted", "todo", { position: 9, is_priority: true }),
    card("b", "todo", { position: 0.5 }),
  ]);
  expect(columns.todo.map(({ summary }) => summary)).toEqual(["wanted", "a", "b", "c"]);
});

test.each<[what: string, first: Parameters<typeof card>[2], next: string]>([
  ["the first", {}, "a"],
  ["not one on hold", { is_on_hold: true }, "b"],
  ["not a waiting one", { wait_reason: "engine" }, "b"],
  ["not before its time", { wait_reason: "quota", retry_at: "2026-01-01T12:00:01.000Z" }, "b"],
  [
    "a card whose wait is over",
    { wait_reason: "backoff", retry_at: "2026-01-01T12:00:00.000Z" },
    "a",
  ],
])("next in Todo is %s", (_what, first, next) => {
  const now = new Date("2026-01-01T12:00:00.000Z");
  const columns = byStatus([card("a", "todo", first), card("b", "todo")]);
  expect(nextInTodo(columns, now)).toBe(idOf(next));
  expect(nextInTodo(byStatus([card("a", "done")]), now)).toBe(null);
});

test("a card is found by its id", () => {
  const columns = board("todo: a b, done: c");
  expect(placeOf(columns, idOf("b"))).toEqual({ status: "todo", index: 1 });
  expect(placeOf(columns, idOf("z"))).toBe(null);
});

test.each([
  ["todo: a, in_progress: b, in_review: c, done: d", "in_review"],
  ["todo: a, in_progress: b, done: d", "in_progress"],
  ["todo: a, done: d", "todo"],
  ["done: d", "done"],
] as const)("of %p a phone shows %p first", (text, status) => {
  expect(columnToLookAt(board(text))).toBe(status);
});

test("the first card is in the wanted column, or in the first one that has cards", () => {
  expect(firstCard(board("todo: a, done: d e"), "done")).toBe(idOf("d"));
  expect(firstCard(board("todo: a, done: d"), "in_review")).toBe(idOf("a"));
  expect(firstCard(byStatus([]), "todo")).toBe(null);
});

test("moving sideways skips empty columns", () => {
  const columns = board("todo: a, done: d");
  expect(columnBeside(columns, "todo", 1)).toBe("done");
  expect(columnBeside(columns, "done", -1)).toBe("todo");
  expect(columnBeside(columns, "done", 1)).toBe(null);
  expect(columnBeside(board("todo: a, in_progress: b, done: d"), "done", -1)).toBe("in_progress");
});

test.each([
  ["it moved", "todo: a b c", "todo: a c, done: b", "b"],
  ["it is gone", "todo: a b c", "todo: a c", "c"],
  ["it is gone, and the next one moved", "todo: a b c d", "todo: a d, done: c", "d"],
  ["it was the last", "todo: a b", "todo: a", "a"],
])("when %s, the focus goes to the right card", (_what, before, after, heir) => {
  expect(heirOf(board(before), board(after), idOf("b"))).toBe(idOf(heir));
});

test("the only card of a column has no successor", () => {
  expect(heirOf(board("todo: b, done: d"), board("done: d"), idOf("b"))).toBe(null);
  expect(heirOf(board("todo: b"), board("todo: a"), null)).toBe(null);
});

test("the nearest card is found by its height", () => {
  const cards = [10, 90, 170].map((middle) => ({ middle }));
  expect(nearest(cards, 100)).toEqual({ middle: 90 });
  expect(nearest(cards, 1_000)).toEqual({ middle: 170 });
  expect(nearest([], 5)).toBe(null);
});

test("the column in the address is read and written, and nothing else is touched", () => {
  expect(readColumn(new URLSearchParams("column=in_review"))).toBe("in_review");
  expect(readColumn(new URLSearchParams("column=nowhere"))).toBe(null);
  expect(readColumn(new URLSearchParams())).toBe(null);
  expect(withColumn(new URLSearchParams("a=b&column=done"), "todo").toString()).toBe(
    "a=b&column=todo",
  );
});

test("one of the tasks that wait for the user has waited longest", () => {
  const at = (since: number, updated: number) => ({
    attention_since: `2026-01-0${since}T10:00:00.000Z`,
    updated_at: `2026-01-0${updated}T10:00:00.000Z`,
  });
  const columns = byStatus([
    card("new", "in_review", at(3, 3)),
    card("old", "in_review", at(2, 5)),
    card("elsewhere", "todo", at(1, 1)),
  ]);
  expect(longestWait(columns)).toBe(idOf("old"));
  expect(longestWait(byStatus([]))).toBe(null);
});
