import { z } from "zod";
import { WorkspaceId } from "./ids.ts";
import { whole } from "./number.ts";
import { BranchName, BranchPrefix, CopyPatterns } from "./repository.ts";
import { Flag, hasNoNul, Name, OptionalLine, Text, Timestamp } from "./text.ts";

/**
 * A folder for each task, a directory of the person's that all tasks share, or a worktree of a
 * repository for each task.
 */
export const WorkingDirectoryMode = z.enum(
  ["temp", "static", "git"],
  "must be temp, static or git",
);

/** Where a new task goes: after all that wait, or before them. */
export const PickupOrder = z.enum(
  ["oldest_first", "newest_first"],
  "must be oldest_first or newest_first",
);
export type PickupOrder = z.infer<typeof PickupOrder>;

/** Stops the work on a task before it costs too much. */
const Guards = z.object({
  max_passes: whole(1),
  max_cost_usd: z.number("must be a number").positive("must be more than 0").nullable(),
  max_tokens: whole(1).nullable(),
  run_timeout_minutes: whole(0),
  idle_timeout_minutes: whole(0),
});
export const GuardField = Guards.keyof();
export type GuardField = z.infer<typeof GuardField>;

export const Workspace = z.object({
  id: WorkspaceId,
  title: Name,
  /** The instruction that every agent of the workspace receives. */
  description: Text,
  working_directory_mode: WorkingDirectoryMode,
  working_directory_path: OptionalLine.refine(
    (path) => path === null || hasNoNul(path),
    "must not contain a NUL character",
  ).refine(
    (path) => path === null || /^(\/|~\/|~$)/.test(path),
    "must be an absolute path, such as /home/me/project",
  ),
  /** What is wrong with the working directory now; null when nothing is. */
  working_directory_warning: z.string().nullable(),
  /** None of its tasks is picked up; active runs continue, and so do chats. */
  is_paused: Flag,
  /** Malamar's own: it shows what a team does, and is deleted with everything in it. */
  is_demo: Flag,
  pickup_order: PickupOrder,
  /** A local branch, or one such as origin/main; null: what is checked out. */
  base_branch: BranchName.nullable(),
  branch_prefix: BranchPrefix,
  init_submodules: Flag,
  /** Ignored files that a worktree gets too. */
  copy_patterns: CopyPatterns,
  /** One line for /bin/sh, run once in a new worktree. */
  setup_command: OptionalLine.refine(
    (line) => line === null || hasNoNul(line),
    "must not contain a NUL character",
  ),
  /** An imported one is off until a person confirms it. */
  is_setup_on: Flag,
  /** Programs that the repository's own configuration names may run. */
  trust_repository_programs: Flag,
  /** Where the directory is in a repository, states of it are stored there. */
  checkpoints: Flag,
  auto_delete_done_tasks: Flag,
  retention_days: whole(0),
  notify_on_error: Flag,
  notify_on_in_review: Flag,
  ...Guards.shape,
  last_activity_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Workspace = z.infer<typeof Workspace>;

export const WorkspaceSummary = Workspace.omit({ working_directory_warning: true }).extend({
  agent_count: z.number().int(),
  todo_count: z.number().int(),
  in_progress_count: z.number().int(),
  in_review_count: z.number().int(),
});
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>;

/** Enough to name it, and to say whether its team works. */
export const WorkspaceBrief = WorkspaceSummary.pick({
  id: true,
  title: true,
  is_paused: true,
  in_progress_count: true,
});
export type WorkspaceBrief = z.infer<typeof WorkspaceBrief>;

export const UpdateWorkspace = Workspace.omit({
  id: true,
  working_directory_warning: true,
  is_demo: true,
  last_activity_at: true,
  created_at: true,
  updated_at: true,
}).partial();
export type UpdateWorkspace = z.infer<typeof UpdateWorkspace>;

export const CreateWorkspace = UpdateWorkspace.extend({ title: Name });
export type CreateWorkspace = z.infer<typeof CreateWorkspace>;

const SORT_FIELDS = ["last_activity_at", "created_at", "updated_at"] as const;
export type WorkspaceSortField = (typeof SORT_FIELDS)[number];

/** A field name sorts oldest first, with a leading minus newest first. */
export const WorkspaceSort = z.enum(
  [
    "-last_activity_at",
    "last_activity_at",
    "-created_at",
    "created_at",
    "-updated_at",
    "updated_at",
  ] as const satisfies readonly (WorkspaceSortField | `-${WorkspaceSortField}`)[],
  `must be one of ${SORT_FIELDS.join(", ")}, with a leading minus for newest first`,
);
export type WorkspaceSort = z.infer<typeof WorkspaceSort>;
