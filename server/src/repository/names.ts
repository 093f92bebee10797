import { createHash } from "node:crypto";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isBranchName } from "@malamar/contract/repository.ts";
import type { TaskId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";

/** Stands for an id in names: short, and distinct even where upper and lower case are the same. */
export function shortHex(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 8);
}

const LONGEST_SLUG = 40;

/** Turns a summary into part of a branch name. */
export function slugOf(summary: string): string {
  const folded = summary
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return folded.slice(0, LONGEST_SLUG).replaceAll(/^-+|-+$/g, "") || "task";
}

/** Another branch may have the name already. If all of these are taken, something else is wrong. */
const MOST_BRANCH_NAMES = 9;

/** Names for a task's branch, best first. */
export function branchNames(prefix: string, task: { id: TaskId; summary: string }): string[] {
  const name = `${prefix}${slugOf(task.summary)}-${shortHex(task.id)}`;
  return Array.from({ length: MOST_BRANCH_NAMES }, (_, at) =>
    at === 0 ? name : `${name}-${at + 1}`,
  );
}

/** Whether the branch was made for this task: a row may come from anywhere. */
export function isBranchOf(taskId: TaskId, branch: string): boolean {
  return isBranchName(branch) && new RegExp(`-${shortHex(taskId)}(-[2-9])?$`).test(branch);
}

/** The ref that holds the checkpoints of a task or a chat. */
export function checkpointRef(installationId: string, placeId: string): string {
  return `refs/malamar/${installationId}/${shortHex(placeId)}`;
}

export function isCheckpointRef(ref: string): boolean {
  return /^refs\/malamar\/[0-9a-f]{16}\/[0-9a-f]{8}$/.test(ref);
}

/** The ref that keeps the work of a removed worktree, next to the refs of checkpoints. */
export function keptRef(row: { id: WorktreeId; task_id: TaskId; ref: string }): string {
  const installation = row.ref.slice(0, row.ref.lastIndexOf("/"));
  return `${installation}/kept/${shortHex(row.task_id)}-${shortHex(row.id)}`;
}

export function isKeptRef(ref: string): boolean {
  return /^refs\/malamar\/[0-9a-f]{16}\/kept\/[0-9a-f]{8}-[0-9a-f]{8}$/.test(ref);
}

/** A directory name can have 255 bytes, and a character takes up to four. */
const LONGEST_NAME = 60;

interface Owner {
  workspace_id: WorkspaceId;
  task_id: TaskId;
}

/** A task's worktree. Its last part is unique: some programs name themselves after it. */
export function worktreePath(
  worktreeDir: string,
  { workspace_id, task_id }: Owner,
  repository: string,
): string {
  const name = basename(checkoutOf(repository), ".git").slice(0, LONGEST_NAME).toWellFormed();
  return join(worktreeDir, shortHex(workspace_id), `${name}-${shortHex(task_id)}`);
}

/**
 * Where a worktree is until its files are complete. Each attempt starts over there, so a worktree in
 * its final place is always complete, and never has to be removed.
 */
export function makingPath(worktreeDir: string, row: Owner & { repository: string }): string {
  return join(worktreeDir, ".making", basename(worktreePath(worktreeDir, row, row.repository)));
}

/** The lane of everything that uses a task's files: one at a time. */
export function laneOf(taskId: TaskId): string {
  return `files of ${taskId}`;
}

/** Whether we would have created this task's worktree there: no other directory is ever emptied. */
export function isWorktreePath(worktreeDir: string, row: Owner & { path: string }): boolean {
  return (
    dirname(row.path) === join(worktreeDir, shortHex(row.workspace_id)) &&
    basename(row.path).endsWith(`-${shortHex(row.task_id)}`)
  );
}

/** The same, wherever our worktrees were then: the data directory may have moved. */
export function isSomeWorktreePath(row: Owner & { path: string }): boolean {
  return isAbsolute(row.path) && isWorktreePath(dirname(dirname(row.path)), row);
}

/** What people call the repository: the folder of its checkout, or the bare repository itself. */
export function checkoutOf(repository: string): string {
  return basename(repository) === ".git" ? dirname(repository) : repository;
}
