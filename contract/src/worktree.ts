import { z } from "zod";
import { LeftOut } from "./checkpoint.ts";
import { KeptWorkId, TaskId, WorkspaceId, WorktreeId } from "./ids.ts";
import { BranchName } from "./repository.ts";
import { Timestamp } from "./text.ts";

export const WorktreeState = z.enum(["creating", "ready", "missing", "removing", "removed"]);
export type WorktreeState = z.infer<typeof WorktreeState>;

/** A task's checkout of a repository. */
export const Worktree = z.object({
  id: WorktreeId,
  workspace_id: WorkspaceId,
  task_id: TaskId,
  /** Its task may be deleted: the work is still there. */
  has_task: z.boolean(),
  task_summary: z.string(),
  /** The person's repository. */
  repository: z.string(),
  /** Where the task's files are. */
  path: z.string(),
  branch: z.string(),
  /** What it started from; null if no branch was checked out. */
  base_branch: z.string().nullable(),
  base_commit: z.string(),
  state: WorktreeState,
  /** Why it cannot be created or used, or why it is kept; null if nothing is wrong. */
  problem: z.string().nullable(),
  /** What someone did with its branch, in sentences; the task continues. */
  notice: z.string().nullable(),
  size_bytes: z.number().int().nonnegative().nullable(),
  /** What its newest checkpoint does not contain, and what would be lost with the worktree. */
  left_out: z.array(LeftOut),
  /** When it is removed, if nothing would be lost; null while its task is open. */
  removable_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Worktree = z.infer<typeof Worktree>;

/** Worktrees, with the space they take and the space that is left. */
export const Worktrees = z.object({
  worktrees: z.array(Worktree),
  total_bytes: z.number().int().nonnegative(),
  /** The number of their checkpoints in all repositories. */
  checkpoints: z.number().int().nonnegative(),
  free_mb: z.number().int().nonnegative().nullable(),
});
export type Worktrees = z.infer<typeof Worktrees>;

/** The part of a worktree that is neither in git nor in a checkpoint, such as installed packages. */
export const IgnoredFiles = z.object({ size_bytes: z.number().int().nonnegative() });
export type IgnoredFiles = z.infer<typeof IgnoredFiles>;

/** Files that no checkpoint contains keep the worktree, unless they are confirmed. */
export const RemoveWorktree = z.object({
  /** The paths that a person has agreed to lose: all that are left out. */
  confirmed: z.array(z.string("must be a path"), "must be a list of paths").default([]),
});

/** Unmerged work of a removed worktree. */
export const KeptWork = z.object({
  id: KeptWorkId,
  workspace_id: WorkspaceId,
  task_id: TaskId,
  task_summary: z.string(),
  repository: z.string(),
  /** The branch that it was on. */
  branch: z.string(),
  commit_id: z.string(),
  kept_at: Timestamp,
  /** Null: forever. */
  expires_at: Timestamp.nullable(),
});
export type KeptWork = z.infer<typeof KeptWork>;

/** As a new branch. */
export const RestoreKept = z.object({ branch: BranchName });
