import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent, type Task } from "./board.ts";
import { expect } from "./fixtures.ts";
import type { Malamar } from "./malamar.ts";

type Agents = Parameters<ReturnType<typeof createBoard>["createTeam"]>[0];

/** An agent that works until it is let go. */
export const waitingAgent = (name: string) =>
  demoAgent(name, "say At work.", "gate go-on", "comment Done with it.", "review");

/** An agent that asks for review at once. */
export const reviewingAgent = (name: string, words = "Please look.") =>
  demoAgent(name, "usage 1200 in, 300 out, 0 cached, $0.02", `comment ${words}`, "review");

export function letGo(task: Task): void {
  writeFileSync(join(task.working_directory, "go-on"), "");
}

export interface OpenTask {
  board: ReturnType<typeof createBoard>;
  workspaceId: string;
  task: Task;
  dialog: Locator;
  address: string;
}

/** A workspace with these agents and one task, opened at its own address. */
export async function openTask(
  page: Page,
  malamar: Malamar,
  agents: Agents = [],
  { summary = "Fix the login", settings = {} }: { summary?: string; settings?: object } = {},
): Promise<OpenTask> {
  const board = createBoard(malamar.url);
  const workspaceId = await board.createTeam(agents, settings);
  const task = await board.createTask(workspaceId, summary);
  if (agents.length === 0) await board.reachesReview(task.id);
  const address = `/workspaces/${workspaceId}/tasks/${task.id}`;
  await page.goto(address);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("tab", { name: "Timeline" })).toBeVisible();
  return { board, workspaceId, task, dialog, address };
}

/** What the timeline shows, the newest first. */
export const timeline = (dialog: Locator) =>
  dialog.getByRole("list", { name: "Timeline" }).getByRole("listitem");

/** The buttons of the status, by name; the last one opens the menu with the rest. */
export async function expectButtons(dialog: Locator, names: string[]): Promise<void> {
  const header = dialog.getByRole("group", { name: "What can be done" });
  await expect(header.getByRole("button")).toHaveText([...names, ""]);
}

/** Chooses something of the task's menu. */
export async function chooseFromMenu(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole("button", { name: "More for this task" }).click();
  await dialog.page().getByRole("menuitem", { name }).click();
}
