import type { ServerEvent } from "@malamar/contract/event.ts";
import { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { expect, test } from "bun:test";
import { afterMove, type RailList } from "./rail-list.logic.ts";

const shop = WorkspaceId.parse("s".repeat(21));
const blog = WorkspaceId.parse("b".repeat(21));
const task = {
  workspace_id: shop,
  task_id: TaskId.parse("t".repeat(21)),
  task_summary: "Fix it",
};

const at = (seq: number, boot = "b") => ({ boot, seq });

const LIST: RailList = {
  workspaces: [
    { id: shop, title: "Shop", is_paused: false, in_progress_count: 1 },
    { id: blog, title: "Blog", is_paused: false, in_progress_count: 1 },
  ],
  at: at(5),
};

const moved = (old_status: TaskStatus, new_status: TaskStatus): ServerEvent => ({
  type: "task.status_changed",
  ...task,
  old_status,
  new_status,
});
const deleted = (status: TaskStatus): ServerEvent => ({ type: "task.deleted", ...task, status });

const counts = ({ workspaces }: RailList) => workspaces.map((each) => each.in_progress_count);

test.each<[string, ServerEvent, number[]]>([
  ["a team starts on a task", moved("todo", "in_progress"), [2, 1]],
  ["a team is done with one", moved("in_progress", "in_review"), [0, 1]],
  ["a task at work is deleted", deleted("in_progress"), [0, 1]],
  ["another task is deleted", deleted("done"), [1, 1]],
  ["a person moves one elsewhere", moved("in_review", "done"), [1, 1]],
  ["someone comments", { type: "task.comment_added", ...task, author_name: "User" }, [1, 1]],
])("%s", (_what, event, expected) => {
  expect(counts(afterMove(LIST, event, at(6)))).toEqual(expected);
});

test("a move that the list already contains is not counted again", () => {
  expect(afterMove(LIST, moved("todo", "in_progress"), at(5))).toBe(LIST);
});

test("a move in another server process counts as new", () => {
  expect(counts(afterMove(LIST, moved("todo", "in_progress"), at(1, "other")))).toEqual([2, 1]);
});
