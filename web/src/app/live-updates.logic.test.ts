import {
  AgentId,
  ChatId,
  CommentId,
  RunId,
  TaskId,
  WorkspaceId,
  WorktreeId,
} from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { staleKeys } from "./live-updates.logic.ts";

const workspace_id = WorkspaceId.parse("w".repeat(21));
const task_id = TaskId.parse("t".repeat(21));
const agent_id = AgentId.parse("a".repeat(21));

test("a new workspace makes the lists stale", () => {
  expect(staleKeys({ type: "workspace.created", workspace_id, workspace_title: "Shop" })).toEqual([
    ["workspaces", "list"],
    ["workspaces", "rail"],
  ]);
});

test("a task that moves or is deleted leaves the sidebar's list, which counts it itself", () => {
  const event = { workspace_id, task_id, task_summary: "Fix it" };
  const rail = ["workspaces", "rail"];
  const moved = { old_status: "todo", new_status: "in_progress" } as const;
  expect(staleKeys({ type: "task.status_changed", ...event, ...moved })).not.toContainEqual(rail);
  expect(staleKeys({ type: "task.deleted", ...event, status: "todo" })).not.toContainEqual(rail);
});

test("deleting a workspace removes its page and its team from the cache", () => {
  expect(staleKeys({ type: "workspace.deleted", workspace_id, workspace_title: "Shop" })).toEqual([
    ["workspaces", "list"],
    ["workspaces", "rail"],
    ["workspaces", "detail", workspace_id],
    ["agents", "team", workspace_id],
    ["attention"],
    ["worktrees", "left"],
  ]);
});

test("a change to the team refreshes the team, the counts in the lists and every card", () => {
  const keys = [
    ["agents", "team", workspace_id],
    ["workspaces", "list"],
    ["tasks", "board", workspace_id],
  ];
  expect(staleKeys({ type: "agent.created", workspace_id, agent_id, agent_name: "A" })).toEqual(
    keys,
  );
  expect(staleKeys({ type: "agent.reordered", workspace_id })).toEqual(keys);
});

test("CLI health goes into the cache, and chats are refreshed because another CLI may answer now", () => {
  expect(staleKeys({ type: "cli.health_changed", clis: [] })).toEqual([["chats"]]);
});

const chat = { workspace_id, chat_id: ChatId.parse("c".repeat(21)), chat_title: "Hello" };
const chatKeys = [
  ["chats", "list", workspace_id],
  ["workspaces", "list"],
  ["chats", "detail", chat.chat_id],
];

test("a message refreshes its chat, the list of chats and the lists of workspaces", () => {
  expect(staleKeys({ type: "chat.message_added", ...chat, author_type: "user" })).toEqual(chatKeys);
  expect(staleKeys({ type: "chat.updated", ...chat })).toEqual(chatKeys);
  expect(staleKeys({ type: "chat.deleted", ...chat })).toEqual(chatKeys);
  expect(staleKeys({ type: "chat.created", ...chat })).toEqual(chatKeys.slice(0, 2));
});

test("an answer that starts or ends also refreshes its run", () => {
  const run = { agent_name: "Malamar", run_id: RunId.parse("r".repeat(21)) };
  const keys = [...chatKeys, ["runs", "chat", chat.chat_id, run.run_id]];
  expect(staleKeys({ type: "chat.processing_started", ...chat, ...run })).toEqual(keys);
  expect(staleKeys({ type: "chat.processing_finished", ...chat, ...run })).toEqual(keys);
});

test("changed settings are fetched again", () => {
  expect(staleKeys({ type: "settings.updated" })).toEqual([["settings"], ["restored"]]);
});

test("a change in the state of the database is fetched again", () => {
  expect(staleKeys({ type: "database.changed", trouble: "removed" })).toEqual([["database"]]);
});

test("a comment refreshes its dialog, the lists and the waiting items; its card comes with the event", () => {
  const task = { workspace_id, task_id, task_summary: "Fix login" };
  expect(staleKeys({ type: "task.comment_added", ...task, author_name: "User" })).toEqual([
    ["workspaces", "list"],
    ["tasks", "detail", task_id],
    ["tasks", "comments", task_id],
    ["tasks", "logs", task_id],
    ["runs", "task", task_id],
    ["attention"],
  ]);
});

test.each(["task.comment_updated", "task.comment_deleted"] as const)(
  "%s refreshes the comments, the trail and the lists",
  (type) => {
    const comment_id = CommentId.parse("k".repeat(21));
    expect(
      staleKeys({ type, workspace_id, task_id, task_summary: "Fix login", comment_id }),
    ).toEqual([
      ["tasks", "comments", task_id],
      ["tasks", "logs", task_id],
      ["workspaces", "list"],
    ]);
  },
);

test("of a deleted task, the page only checks whether it is gone", () => {
  expect(
    staleKeys({
      type: "task.deleted",
      workspace_id,
      task_id,
      task_summary: "Fix login",
      status: "todo",
    }),
  ).toEqual([["workspaces", "list"], ["tasks", "detail", task_id], ["attention"]]);
});

test("the files of a task change nothing but the task", () => {
  const task = { workspace_id, task_id, task_summary: "Fix login" };
  expect(staleKeys({ type: "task.changes_updated", ...task })).toEqual([
    ["tasks", "detail", task_id],
    ["changes", "task", task_id],
  ]);
});

test("a look refreshes what has changed since then, in every tab", () => {
  const task = { workspace_id, task_id, task_summary: "Fix login" };
  expect(staleKeys({ type: "task.updated", ...task })).toContainEqual([
    "changes",
    "task",
    task_id,
    "list",
    "looked",
  ]);
});

test("a worktree changes the lists of its workspace, which may be deleted, and the open task", () => {
  const worktree_id = WorktreeId.parse("o".repeat(21));
  expect(staleKeys({ type: "worktree.updated", workspace_id, worktree_id })).toEqual([
    ["worktrees", "list", workspace_id],
    ["worktrees", "kept", workspace_id],
    ["worktrees", "left"],
    ["tasks", "detail"],
  ]);
});

test("an agent's new name refreshes everything it has worked on", () => {
  const event = { type: "agent.updated", workspace_id, agent_id, agent_name: "B" } as const;
  expect(staleKeys(event)).toContainEqual(["tasks"]);
  expect(staleKeys(event)).toContainEqual(["chats"]);
});

test("an agent that starts does not change what waits for the user", () => {
  const run_id = RunId.parse("r".repeat(21));
  const task = { workspace_id, task_id, task_summary: "Fix login", agent_name: "A", run_id };
  expect(staleKeys({ type: "agent.execution_started", ...task })).not.toContainEqual(["attention"]);
  expect(staleKeys({ type: "task.updated", ...task })).toContainEqual(["attention"]);
});
