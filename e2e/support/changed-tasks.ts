import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createBoard, demoAgent, type Task } from "./board.ts";
import type { Malamar } from "./malamar.ts";
import { createRepository, git } from "./repositories.ts";

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

export interface ChangedTask {
  board: ReturnType<typeof createBoard>;
  workspaceId: string;
  task: Task;
  /** Where its files are. */
  directory: string;
  address: string;
  /** Stores what someone does to its files. */
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
  const repository = join(malamar.home, "project");
  createRepository(repository);
  writeFiles(repository, before);
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--message", "First");
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
    if (!stored.ok) throw new Error(`The state was not stored: ${await stored.text()}`);
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

export const numberedLines = (from: number, to: number, text = "line") =>
  Array.from({ length: to - from + 1 }, (_, at) => `${text} ${from + at}\n`).join("");
