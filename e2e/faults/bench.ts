import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { idIn, isOk, type Client } from "#long-runs/client.ts";
import type { Project } from "#long-runs/project.ts";
import { query } from "#support/database-checks.ts";
import { contentsOf } from "#support/repositories.ts";
import { until } from "#support/until.ts";
import type { World } from "#long-runs/world.ts";

/** A workspace on a repository in which only faults work, and a task with a worktree there. */
export interface Bench {
  workspace: string;
  task: string;
  project: Project;
}

/** Includes the work of others, and retries. */
const PATIENCE_MS = 60_000;

/** Enough for a restore to be caught in the middle. */
const PARTS = Array.from({ length: 60 }, (_, at) => `part-${at}.txt`);

export interface WorktreeRow {
  id: string;
  path: string;
  state: string;
  problem: string | null;
}

export function worktreeOf({ dataDir }: World, task: string): WorktreeRow | null {
  const sql =
    "SELECT id, path, state, problem FROM worktrees WHERE task_id = ? ORDER BY rowid DESC LIMIT 1";
  return query(dataDir, (rows) => rows<WorktreeRow>(sql, task))[0] ?? null;
}

export async function startTask(client: Client, workspace: string, summary: string) {
  const made = await client.send("POST", `/api/workspaces/${workspace}/tasks`, { summary });
  if (!isOk(made)) throw new Error("A task could not be created");
  return idIn(made);
}

/** Its team has worked, and its files are there. */
export async function worked(client: Client, task: string): Promise<void> {
  await until(
    async () => {
      const found = await client.send("GET", `/api/tasks/${task}`);
      return (found?.body as { status?: string } | undefined)?.status === "in_review";
    },
    "its task is in review",
    PATIENCE_MS,
  );
}

/** All of these files always hold the same text, unless something was done by half. */
export function writeParts(path: string, text: string): void {
  for (const name of PARTS) writeFileSync(join(path, name), text);
}

/** The different texts of these files. */
export function partsIn(path: string): string[] {
  return [...new Set(PARTS.map((name) => readFileSync(join(path, name), "utf8")))];
}

/** What they hold in a commit; undefined stands for a missing file. */
export function partsOf({ path }: Project, commit: string): (string | undefined)[] {
  const objects = PARTS.map((name) => `${commit}:${name}`);
  return [...new Set(contentsOf(path, objects))];
}

interface Checkpoint {
  id: string;
  kind: string;
  commit_id: string;
}

/** Oldest first. */
export function checkpointsOf({ dataDir }: World, task: string): Checkpoint[] {
  const sql = "SELECT id, kind, commit_id FROM checkpoints WHERE task_id = ? ORDER BY rowid";
  return query(dataDir, (rows) => rows<Checkpoint>(sql, task));
}

/** Stores the state of the files as it is now; nothing is in the way anymore. */
export async function storeNow(client: Client, task: string): Promise<Checkpoint> {
  const answer = await client.send("POST", `/api/tasks/${task}/checkpoints`);
  if (!isOk(answer)) throw new Error("A checkpoint on demand was refused");
  return answer.body as Checkpoint;
}
