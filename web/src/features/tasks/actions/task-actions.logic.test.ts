import { expect, test } from "bun:test";
import { actionsOf, canDo } from "./task-actions.logic.ts";

test.each([
  ["todo", ["delete", "hold", "prioritize"]],
  ["in_progress", ["delete", "cancel", "in_review", "hold", "prioritize"]],
  ["in_review", ["delete", "hold", "todo", "done"]],
  ["done", ["delete", "todo"]],
] as const)("a task in %s has its buttons and no others", (status, actions) => {
  expect(actionsOf(status)).toEqual(actions);
});

test("only what runs can be cancelled", () => {
  expect(canDo("in_progress", "cancel")).toBe(true);
  expect(canDo("todo", "cancel")).toBe(false);
});
