import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent, type Task } from "./board.ts";
import { expect } from "./fixtures.ts";
import type { Malamar } from "./malamar.ts";

type Agents = Parameters<ReturnType<typeof createBoard>["createTeam"]>[0];

/** An agent that works until it is released. */
export const waitingAgent = (name: string) =>
  demoAgent(name, "say At work.", "gate go-on", "comment Done with it.", "review");

/** An agent that asks for review at once. */
export const reviewingAgent = (name: string, words = "Please look.") =>
  demoAgent(name, "usage 1200 in, 300 out, 0 cached, $0.02", `comment ${words}`, "review");

export function letGo(task: Task): void {
  writeFileSync(join(task.working_directory, "go-on"), "");
}

/** The open task, whatever its name. */
export const taskView = (page: Page) => page.locator('[data-slot="task"]');

/** The open task of this name. */
export const taskNamed = (page: Page, name: string) => page.getByRole("region", { name });

export interface OpenTask {
  board: ReturnType<typeof createBoard>;
  workspaceId: string;
  task: Task;
  /** The task, as a page or next to the board. */
  view: Locator;
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
  const view = taskView(page);
  await expect(view.getByRole("tab", { name: "Timeline" })).toBeVisible();
  return { board, workspaceId, task, view, address };
}

/** What the timeline shows, newest last. */
export const timeline = (view: Locator) =>
  view.getByRole("list", { name: "Timeline" }).getByRole("listitem");

/** The team's result for review. */
export const hero = (view: Locator) => view.getByRole("region", { name: /review$|^Stopped/ });

/** The buttons of the status, by name. */
export async function expectButtons(view: Locator, names: string[]): Promise<void> {
  const header = view.getByRole("group", { name: "Actions" });
  await expect(header.getByRole("button")).toHaveText(names);
}

/** The entries of the task's menu, by name. */
export async function expectMenu(view: Locator, names: string[]): Promise<void> {
  await view.getByRole("button", { name: "More for this task" }).click();
  await expect(view.page().getByRole("menuitem")).toHaveText(names);
  await view.page().keyboard.press("Escape");
}

export async function chooseInMenu(view: Locator, name: string): Promise<void> {
  await view.getByRole("button", { name: "More for this task" }).click();
  await view.page().getByRole("menuitem", { name }).click();
}
