import { AgentId, type TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { expect, test } from "bun:test";
import { card } from "#features/tasks/testing/builders.ts";
import {
  afterEvent,
  withPage,
  withRow,
  type TaskEvent,
  type TaskFilter,
  type TaskList,
  type Wanted,
} from "./task-list.logic.ts";

const at = (seq: number, boot = "b") => ({ boot, seq });

const TODO: Wanted = { status: "todo", filter: {} };
const REVIEW: Wanted = { status: "in_review", filter: {} };

/** A to C at positions 1 to 3. Another `more` tasks are not loaded. */
function list(status: TaskStatus, more = 0, names = ["a", "b", "c"]): TaskList {
  const tasks = names.map((name, index) =>
    card(name, status, {
      number: index + 1,
      position: index + 1,
      updated_at: `2026-01-01T10:0${9 - index}:00.000Z`,
    }),
  );
  return { tasks, count: tasks.length + more, isWhole: more === 0, at: at(5) };
}

function updated(task: TaskSummary): TaskEvent {
  return {
    type: "task.updated",
    workspace_id: task.workspace_id,
    task_id: task.id,
    task_summary: task.summary,
    task,
  };
}

function moved(task: TaskSummary, old_status: TaskStatus): TaskEvent {
  return { ...updated(task), type: "task.status_changed", old_status, new_status: task.status };
}

function deleted({ id: task_id, workspace_id, summary, status }: TaskSummary): TaskEvent {
  return { type: "task.deleted", workspace_id, task_id, task_summary: summary, status };
}

/** "abc of 3", or that it is stale. */
function shown(result: TaskList | "stale"): string {
  if (result === "stale") return result;
  return `${result.tasks.map(({ summary }) => summary).join("")} of ${result.count}`;
}

const after = (before: TaskList, wanted: Wanted, ...events: TaskEvent[]) =>
  events.reduce<TaskList | "stale">(
    (now, event, index) => (now === "stale" ? now : afterEvent(now, wanted, event, at(6 + index))),
    before,
  );

const first = (name: string, more: Partial<TaskSummary> = {}) =>
  card(name, "todo", { number: 9, position: 0.5, ...more });
const last = (name: string) => card(name, "todo", { number: 9, position: 99 });
const reviewed = (name: string) =>
  card(name, "in_review", { number: 9, updated_at: "2026-01-01T11:00:00.000Z" });

test.each<[string, TaskList, Wanted, TaskEvent[], string]>([
  [
    "a change stays in its place",
    list("todo"),
    TODO,
    [updated(list("todo").tasks[1]!)],
    "abc of 3",
  ],
  ["another position", list("todo"), TODO, [updated(last("a"))], "bca of 3"],
  [
    "priority comes first",
    list("todo"),
    TODO,
    [updated(first("c", { is_priority: true }))],
    "cab of 3",
  ],
  ["a task that was not loaded", list("todo"), TODO, [updated(first("x"))], "xabc of 4"],
  ["it leaves the column", list("todo"), TODO, [moved(reviewed("b"), "todo")], "ac of 2"],
  [
    "it moves into this column",
    list("in_review"),
    REVIEW,
    [moved(reviewed("x"), "todo")],
    "xabc of 4",
  ],
  ["the newest update is first", list("in_review"), REVIEW, [updated(reviewed("c"))], "cab of 3"],
  ["deleted", list("todo"), TODO, [deleted(card("b", "todo"))], "ac of 2"],
  ["deleted elsewhere", list("todo"), TODO, [deleted(card("x", "done"))], "abc of 3"],
])("a whole list after an event: %s", (_what, before, wanted, events, expected) => {
  expect(shown(after(before, wanted, ...events))).toBe(expected);
});

test.each<[string, TaskList, Wanted, TaskEvent[], string]>([
  ["one past the end stays there", list("todo", 7), TODO, [updated(last("x"))], "abc of 10"],
  ["a new one past the end is counted", list("todo", 7), TODO, [created(last("x"))], "abc of 11"],
  ["a new one before it is shown", list("todo", 7), TODO, [created(first("x"))], "xabc of 11"],
  ["one moves past the end", list("todo", 7), TODO, [updated(last("a"))], "bc of 10"],
  ["an unloaded one leaves", list("todo", 7), TODO, [moved(reviewed("x"), "todo")], "abc of 9"],
  ["an unloaded one is deleted", list("todo", 7), TODO, [deleted(card("x", "todo"))], "abc of 9"],
  [
    "an unloaded one moves to the front",
    list("in_review", 7),
    REVIEW,
    [updated(reviewed("x"))],
    "xabc of 10",
  ],
  [
    "the events of one change agree on the result",
    list("in_review", 7),
    REVIEW,
    [updated(first("a")), moved(first("a"), "in_review"), updated(first("a"))],
    "bc of 9",
  ],
])("a part of a list after an event: %s", (_what, before, wanted, events, expected) => {
  expect(shown(after(before, wanted, ...events))).toBe(expected);
});

function created(task: TaskSummary): TaskEvent {
  return { ...updated(task), type: "task.created", actor_type: "user", actor_name: "User" };
}

const planner = AgentId.parse("planner".padEnd(21, "-"));
const team = (outcome: TaskSummary["team"][number]["outcome"]) => [
  { agent_id: planner, name: "Planner", outcome },
];

test.each<[string, TaskFilter, number, TaskEvent, string]>([
  ["it no longer fits", { label: "a" }, 0, updated(first("a")), "bc of 2"],
  ["it fits now", { label: "API" }, 0, updated(first("x", { labels: ["api"] })), "xabc of 4"],
  ["it does not fit", { q: "y" }, 0, updated(first("x")), "abc of 3"],
  ["it may be among the tasks not loaded", { q: "x" }, 7, updated(first("x")), "stale"],
  ["one of a partial list no longer fits", { q: "z" }, 7, updated(first("a")), "bc of 9"],
  [
    "it needs someone now",
    { needs_me: "1" },
    0,
    updated(first("x", { attention_reason: "error" })),
    "xabc of 4",
  ],
  ["it needs nobody", { needs_me: "1" }, 0, updated(first("x")), "abc of 3"],
  ["it no longer needs anyone", { needs_me: "1" }, 7, updated(first("a")), "bc of 9"],
  [
    "it needs someone, and may be among those not loaded",
    { needs_me: "1" },
    7,
    updated(first("x", { attention_reason: "error" })),
    "stale",
  ],
  [
    "the agent has worked on it",
    { agent_id: planner },
    0,
    updated(first("x", { team: team("done") })),
    "xabc of 4",
  ],
  [
    "the agent has not",
    { agent_id: planner },
    0,
    updated(first("x", { team: team("waiting") })),
    "abc of 3",
  ],
  [
    "an agent that has worked on it still counts",
    { agent_id: planner },
    0,
    updated(first("c", { team: team(null) })),
    "cab of 3",
  ],
])("a list with a filter after an event: %s", (_what, filter, more, event, expected) => {
  const before = list("todo", more);
  expect(shown(after(before, { status: "todo", filter }, event))).toBe(expected);
});

test("an event older than the list changes nothing", () => {
  const before = list("todo");
  expect(afterEvent(before, TODO, moved(reviewed("a"), "todo"), at(5))).toBe(before);
  expect(afterEvent(before, TODO, deleted(card("a", "todo")), at(4))).toBe(before);
});

test("an event of another server process counts as new", () => {
  const before = list("todo");
  const event = deleted(card("a", "todo"));
  expect(shown(afterEvent(before, TODO, event, at(1, "other")))).toBe("bc of 2");
});

test("an event without its row makes the list stale", () => {
  const event: TaskEvent = { ...updated(first("a")), task: null } as TaskEvent;
  expect(afterEvent(list("todo"), TODO, event, at(6))).toBe("stale");
});

test("an unrelated event leaves a list as it is", () => {
  const before = list("todo");
  expect(afterEvent(before, TODO, updated(reviewed("x")), at(6))).toBe(before);
});

test("the next page is added without duplicates", () => {
  const names = ["c", "d"];
  const page: TaskList = { ...list("todo", 0, names), count: 9, isWhole: false };
  const joined = withPage(list("todo", 6), page);
  expect([shown(joined), joined.isWhole]).toEqual(["abcd of 9", false]);
  const end = withPage(joined, { ...page, tasks: [], isWhole: true });
  expect([shown(end), end.isWhole]).toEqual(["abcd of 4", true]);
});

test("tasks of the same moment are sorted by number, as on the server", () => {
  const updated_at = "2026-01-01T10:00:00.000Z";
  const two = (["p", "q"] as const).map((name, index) =>
    card(name, "done", { number: index + 1, updated_at }),
  );
  const wanted: Wanted = { status: "done", filter: {} };
  const start: TaskList = { tasks: [], count: 0, isWhole: true, at: at(0) };
  expect(shown(two.reduce((now, row) => withRow(now, wanted, row), start))).toBe("qp of 2");
});

test("an event of a task outside the list keeps all row objects", () => {
  const before = list("todo");
  const next = afterEvent(before, TODO, updated(first("x")), at(6));
  const same = (id: TaskId) =>
    next !== "stale" &&
    next.tasks.find((task) => task.id === id) === before.tasks.find((task) => task.id === id);
  expect(before.tasks.every(({ id }) => same(id))).toBe(true);
});
