import { AgentId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { action } from "#features/chats/testing/builders.ts";
import { actionCards } from "./actions.logic.ts";

const workspaceId = WorkspaceId.parse("w".repeat(21));
const task_id = TaskId.parse("t".repeat(21));
const agent_id = AgentId.parse("a".repeat(21));
const linkOf = (...[type, result]: Parameters<typeof action>) =>
  actionCards([action(type, result)], workspaceId)[0]?.link?.to ?? null;

test("an action that succeeded says so and links to what it changed", () => {
  expect(linkOf("create_task", { task_id })).toBe(`/workspaces/${workspaceId}/tasks/${task_id}`);
  expect(linkOf("create_agent", { agent_id })).toBe(`/workspaces/${workspaceId}/agents`);
  expect(linkOf("delete_agent")).toBe(`/workspaces/${workspaceId}/agents`);
  expect(linkOf("reorder_agents")).toBe(`/workspaces/${workspaceId}/agents`);
  expect(linkOf("update_workspace")).toBe(`/workspaces/${workspaceId}/settings`);
  expect(linkOf("rename_chat")).toBe(null);
});

test("a failed action says what it would have done and why it failed, and has no link", () => {
  const failed = action("create_agent", { status: "failed", text: "it exists", agent_id });
  expect(actionCards([failed], workspaceId)).toEqual([
    { isDone: false, label: "Create an agent", reason: "it exists", link: null, details: [] },
  ]);
});

test("an action unknown to this page is shown by its name", () => {
  const failed = action("paint_house", { status: "failed" });
  expect(actionCards([failed], workspaceId)[0]?.label).toBe("paint_house");
});

test("an ignored action is not shown", () => {
  expect(actionCards([action("rename_chat", { status: "ignored" })], workspaceId)).toEqual([]);
});

test("the details are the agent's own input", () => {
  const fields = { name: "Reviewer", instruction: "Look.\nTwice.", order: 2 };
  expect(actionCards([action("create_agent", {}, fields)], workspaceId)[0]?.details).toEqual([
    { name: "name", text: "Reviewer" },
    { name: "instruction", text: "Look.\nTwice." },
    { name: "order", text: "2" },
  ]);
});
