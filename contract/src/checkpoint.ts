import { z } from "zod";
import { ChatId, CheckpointId, RunId, TaskId, WorkspaceId, WorktreeId } from "./ids.ts";
import { Timestamp } from "./text.ts";

const count = z.number().int().nonnegative();

/**
 * Why it was stored: the worktree was created or the first run began, someone else worked there, a
 * run ended, something is about to replace the files, or a person asked for it.
 */
export const CheckpointKind = z.enum([
  "created",
  "outside",
  "run",
  "before_restore",
  "before_accept",
  "before_removal",
  "manual",
]);
export type CheckpointKind = z.infer<typeof CheckpointKind>;

/** What a checkpoint does not contain. */
export const LeftOut = z.object({
  path: z.string(),
  reason: z.enum(["too_large", "nested_repository", "submodule_changes"]),
  size_bytes: count.nullable(),
});
export type LeftOut = z.infer<typeof LeftOut>;

/** The size of the difference between two states. Binary files count as files without lines. */
export const ChangeCount = z.object({ files: count, additions: count, deletions: count });
export type ChangeCount = z.infer<typeof ChangeCount>;

/** A stored state of the files that a task or a chat works on. */
export const Checkpoint = z.object({
  id: CheckpointId,
  workspace_id: WorkspaceId,
  task_id: TaskId.nullable(),
  chat_id: ChatId.nullable(),
  /** Null if the work is in the person's own checkout. */
  worktree_id: WorktreeId.nullable(),
  /** The run after which it was stored. */
  run_id: RunId.nullable(),
  /** The pass of that run, or the latest one before it; null before the first, and in a chat. */
  pass: count.nullable(),
  kind: CheckpointKind,
  commit_id: z.string(),
  tree_id: z.string(),
  /** The commit that was checked out; null in a repository without one. */
  head_id: z.string().nullable(),
  /** Compared with the previous checkpoint, or with the base. */
  ...ChangeCount.shape,
  left_out: z.array(LeftOut),
  duration_ms: count,
  created_at: Timestamp,
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** The state to restore. */
export const RestoreCheckpoint = z.object({ checkpoint_id: CheckpointId });
