import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent, type Task } from "./board.ts";
import { expect } from "./fixtures.ts";
import type { Malamar } from "./malamar.ts";
import { taskView } from "./task-pages.ts";

/** What files of these names contain; null deletes one. */
export type Files = Record<string, string | Uint8Array | null>;

export function writeFiles(directory: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    if (content === null) {
      rmSync(path);
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** A repository of a person's with these files in one commit. */
export function createRepository(malamar: Malamar, files: Files): string {
  const path = join(malamar.home, "project");
  mkdirSync(path);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: path, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  writeFiles(path, files);
  git("add", "--all");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "First");
  return path;
}

export interface ChangedTask {
  board: ReturnType<typeof createBoard>;
  workspaceId: string;
  task: Task;
  /** Where its files are. */
  directory: string;
  address: string;
  /** Stores what somebody does to its files. */
  change: (files: Files) => Promise<void>;
  get: <Found>(path: string) => Promise<Found>;
}

/** A task in review whose team has changed nothing, in a worktree of this repository. */
export async function createChangedTask(
  malamar: Malamar,
  before: Files,
  after: Files,
  settings: object = {},
): Promise<ChangedTask> {
  const repository = createRepository(malamar, before);
  const board = createBoard(malamar.url);
  const workspaceId = await board.createTeam(
    [demoAgent("Reviewer", "comment Please look.", "review")],
    { working_directory_mode: "git", working_directory_path: repository, ...settings },
  );
  const { id } = await board.createTask(workspaceId, "Fix the login");
  await board.reachesReview(id);
  const task = await board.task(id);
  const directory = task.working_directory;
  const change = async (files: Files) => {
    writeFiles(directory, files);
    const stored = await fetch(`${malamar.url}/api/tasks/${id}/checkpoints`, {
      method: "POST",
      headers: { origin: malamar.url },
    });
    expect(stored.status).toBe(200);
  };
  await change(after);
  return {
    board,
    workspaceId,
    task,
    directory,
    address: `/workspaces/${workspaceId}/tasks/${id}?tab=changes`,
    change,
    get: async <Found>(path: string) =>
      (await (await fetch(`${malamar.url}/api/tasks/${id}${path}`)).json()) as Found,
  };
}

/** The list of changes, with its first lines. */
export async function openChanges(page: Page, { address }: ChangedTask): Promise<Locator> {
  await page.goto(address);
  const list = changeList(page);
  await expect(list.locator("section").first()).toBeVisible();
  return list;
}

export const changeList = (page: Page) =>
  taskView(page).getByRole("group", { name: "Changed lines" });

/** A file in the list. */
export const fileIn = (list: Locator, path: string) => list.getByRole("region", { name: path });

/** "12 +text": what is drawn, without numbers of lines. */
export const linesIn = (part: Locator) => part.locator("[data-row] code");

export const numberedLines = (from: number, to: number, text = "line") =>
  Array.from({ length: to - from + 1 }, (_, at) => `${text} ${from + at}\n`).join("");
