import { AgentId, ChatId, CommentId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { staleKeys } from "./live-updates.logic.ts";

const workspace_id = WorkspaceId.parse("w".repeat(21));
const task_id = TaskId.parse("t".repeat(21));
const agent_id = AgentId.parse("a".repeat(21));

test("a new workspace makes the lists stale", () => {
  expect(staleKeys({ type: "workspace.created", workspace_id, workspace_title: "Shop" })).toEqual([
    ["workspaces", "list"],
  ]);
});

test("a deleted workspace takes its page and its team along", () => {
  expect(staleKeys({ type: "workspace.deleted", workspace_id, workspace_title: "Shop" })).toEqual([
    ["workspaces", "list"],
    ["workspaces", "detail", workspace_id],
    ["agents", "team", workspace_id],
    ["attention"],
  ]);
});

test("a change of the team shows in the team, in the counts of the lists and on every card", () => {
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

test("CLI health goes into the cache; what answers in a chat may be another CLI now", () => {
  expect(staleKeys({ type: "cli.health_changed", clis: [] })).toEqual([["chats"]]);
});

const chat = { workspace_id, chat_id: ChatId.parse("c".repeat(21)), chat_title: "Hello" };
const chatKeys = [
  ["chats", "list", workspace_id],
  ["workspaces", "list"],
  ["chats", "detail", chat.chat_id],
];

test("a message shows in its chat, in the list of chats and in the lists of workspaces", () => {
  expect(staleKeys({ type: "chat.message_added", ...chat, author_type: "user" })).toEqual(chatKeys);
  expect(staleKeys({ type: "chat.updated", ...chat })).toEqual(chatKeys);
  expect(staleKeys({ type: "chat.deleted", ...chat })).toEqual(chatKeys);
  expect(staleKeys({ type: "chat.created", ...chat })).toEqual(chatKeys.slice(0, 2));
});

test("an answer that begins or ends moves its run too", () => {
  const run = { agent_name: "Malamar", run_id: RunId.parse("r".repeat(21)) };
  const keys = [...chatKeys, ["runs", "chat", chat.chat_id, run.run_id]];
  expect(staleKeys({ type: "chat.processing_started", ...chat, ...run })).toEqual(keys);
  expect(staleKeys({ type: "chat.processing_finished", ...chat, ...run })).toEqual(keys);
});

test("settings that were changed are read again", () => {
  expect(staleKeys({ type: "settings.updated" })).toEqual([["settings"], ["restored"]]);
});

test("what becomes of the database is read again", () => {
  expect(staleKeys({ type: "database.changed", trouble: "removed" })).toEqual([["database"]]);
});

test("a comment shows in its dialog, in the lists and in what waits; its card comes with the event", () => {
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
  "%s shows among the comments, in the trail and in the lists",
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

test("of a deleted task nothing is asked for but whether it is gone", () => {
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

test("a new name of an agent shows wherever it has worked", () => {
  const event = { type: "agent.updated", workspace_id, agent_id, agent_name: "B" } as const;
  expect(staleKeys(event)).toContainEqual(["tasks"]);
  expect(staleKeys(event)).toContainEqual(["chats"]);
});

test("that an agent starts does not change what waits for the person", () => {
  const run_id = RunId.parse("r".repeat(21));
  const task = { workspace_id, task_id, task_summary: "Fix login", agent_name: "A", run_id };
  expect(staleKeys({ type: "agent.execution_started", ...task })).not.toContainEqual(["attention"]);
  expect(staleKeys({ type: "task.updated", ...task })).toContainEqual(["attention"]);
});
