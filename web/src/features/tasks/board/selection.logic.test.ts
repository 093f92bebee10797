import { expect, test } from "bun:test";
import { card } from "#features/tasks/testing/builders.ts";
import { byStatus } from "./board.logic.ts";
import {
  NOTHING_SELECTED,
  extendedTo,
  failureOf,
  selectedTasks,
  targetsOf,
  toggled,
  type Selection,
} from "./selection.logic.ts";

const idOf = (name: string) => card(name, "todo").id;
const columns = byStatus([
  card("a", "in_review"),
  card("b", "in_review"),
  card("c", "in_review"),
  card("d", "in_review"),
  card("x", "done"),
]);
const names = (selection: Selection) =>
  selectedTasks(selection, columns)
    .map(({ summary }) => summary)
    .join(" ");
const only = (name: string) => toggled(NOTHING_SELECTED, idOf(name));

test("a card is selected and deselected", () => {
  expect(names(only("b"))).toBe("b");
  expect(names(toggled(only("b"), idOf("b")))).toBe("");
});

test.each([
  ["b", "d", "b c d"],
  ["d", "b", "b c d"],
  ["b", "b", "b"],
  ["b", "x", "b x"],
])("from %s to %s it is %s", (from, to, result) => {
  expect(names(extendedTo(only(from), columns, idOf(to)))).toBe(result);
});

test("without an anchor a range is the card itself", () => {
  expect(names(extendedTo(NOTHING_SELECTED, columns, idOf("c")))).toBe("c");
});

test("cards that left the board are not selected", () => {
  expect(names(only("gone"))).toBe("");
});

test("a selection can be moved if one of its tasks can", () => {
  expect(targetsOf([card("a", "in_review"), card("b", "todo")])).toEqual(["todo", "done"]);
  expect(targetsOf([card("a", "in_progress")])).toEqual(["in_review"]);
  expect(targetsOf([card("a", "todo")])).toEqual([]);
});

test("failures are named by number and reason", () => {
  const tasks = ["a", "b", "c", "d", "e"].map((name, index) =>
    card(name, "todo", { number: index + 1 }),
  );
  const error = { code: "CONFLICT", message: "Not from there." } as const;
  const results = tasks.map(({ id }, index) => ({ id, error: index === 0 ? null : error }));
  expect(failureOf(results, tasks)).toEqual({
    title: "4 of 5 tasks not changed",
    description: "#2: Not from there. #3: Not from there. #4: Not from there. And 1 more.",
  });
  expect(failureOf(results.slice(0, 1), tasks)).toBe(null);
});
