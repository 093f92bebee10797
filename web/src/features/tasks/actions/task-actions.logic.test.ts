import { expect, test } from "bun:test";
import { actionsOf, buttonsOf, canDo, menuOf } from "./task-actions.logic.ts";

test.each([
  ["todo", ["delete", "hold", "prioritize"]],
  ["in_progress", ["delete", "cancel", "in_review", "hold", "prioritize"]],
  ["in_review", ["delete", "hold", "todo", "done"]],
  ["done", ["delete", "todo"]],
] as const)("a task in %s has its buttons and no others", (status, actions) => {
  expect(actionsOf(status)).toEqual(actions);
});

test.each([
  ["todo", ["hold", "prioritize"], ["delete"]],
  ["in_progress", ["cancel", "hold", "prioritize"], ["stop", "in_review", "delete"]],
  ["in_review", [], ["todo", "hold", "delete"]],
  ["done", ["todo"], ["delete"]],
] as const)("an open task in %s has the common actions as buttons", (status, buttons, menu) => {
  expect(buttonsOf(status)).toEqual(buttons);
  expect(menuOf(status)).toEqual(menu);
});

test.each(["todo", "in_progress", "in_review", "done"] as const)(
  "everything that an open task in %s offers can be done",
  (status) => {
    for (const action of [...buttonsOf(status), ...menuOf(status)]) {
      expect(canDo(status, action)).toBe(true);
    }
  },
);

test("only what runs can be cancelled", () => {
  expect(canDo("in_progress", "cancel")).toBe(true);
  expect(canDo("todo", "cancel")).toBe(false);
});
