import type { TaskStatus } from "@malamar/contract/task.ts";
import { expect, test } from "bun:test";
import {
  actionsOf,
  canDo,
  cardActionsOf,
  openActionsOf,
  type TaskAction,
} from "./task-actions.logic.ts";

test.each([
  ["todo", ["hold", "prioritize"], ["delete"]],
  ["in_progress", ["stop", "in_review", "hold", "prioritize"], ["cancel", "delete"]],
  ["in_review", ["hold", "todo", "done"], ["delete"]],
  ["done", ["todo"], ["delete"]],
] as const)("a task in %s has its buttons, its menu, and no others", (status, buttons, menu) => {
  expect(actionsOf(status)).toEqual({ buttons, menu });
});

test.each<[TaskStatus, TaskAction[], TaskAction[]]>([
  ["todo", ["prioritize", "hold"], ["delete"]],
  ["in_progress", ["prioritize", "hold"], ["stop", "in_review", "cancel", "delete"]],
  ["in_review", ["hold"], ["todo", "done", "delete"]],
  ["done", [], ["todo", "delete"]],
])("a card in %s has few buttons, and the rest in its menu", (status, buttons, menu) => {
  expect(cardActionsOf(status)).toEqual({ buttons, menu });
});

test.each<[TaskStatus, TaskAction[], TaskAction[]]>([
  ["todo", ["hold", "prioritize"], ["delete"]],
  ["in_progress", ["stop", "hold", "prioritize"], ["in_review", "cancel", "delete"]],
  ["in_review", [], ["hold", "todo", "delete"]],
  ["done", ["todo"], ["delete"]],
])("an open task in %s has the common actions as buttons", (status, buttons, menu) => {
  expect(openActionsOf(status)).toEqual({ buttons, menu });
});

test("only a task in progress can be stopped or cancelled", () => {
  for (const action of ["stop", "cancel"] as const) {
    expect(canDo("in_progress", action)).toBe(true);
    expect(canDo("todo", action)).toBe(false);
  }
});
