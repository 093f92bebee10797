import type { Database } from "bun:sqlite";
import { CheckpointKind } from "@malamar/contract/checkpoint.ts";
import type { CheckpointId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { WorktreeState } from "@malamar/contract/worktree.ts";
import { checkRunRow } from "#domain/check/check-run-store.ts";
import { checkpointRow } from "#domain/checkpoint/checkpoint-store.ts";
import { createRestoreStore } from "#domain/checkpoint/restore-store.ts";
import { createViewedFileStore } from "#domain/checkpoint/viewed-file-store.ts";
import { keptWorkRow } from "#domain/worktree/kept-work-store.ts";
import { worktreeRow } from "#domain/worktree/worktree-store.ts";
import { checkpointRef, shortHex, worktreePath } from "#repository/names.ts";
import { newId } from "#lib/id.ts";
import { CHECK_RUN_STATUSES } from "./every-kind-of-row.ts";
import { rowsIn } from "./rows-in.ts";

const REPOSITORY = "/home/ada/website/.git";
const OBJECT = "0123456789abcdef0123456789abcdef01234567";
const INSTALLATION = "0123456789abcdef";

/** What work in a repository leaves: some of it exists only for a moment, or after a crash. */
export function addRowsOfRepositories(db: Database, workspace_id: WorkspaceId, now: string): void {
  const workspace = { workspace_id };
  rowsIn(db).workspace({
    title: "In a repository",
    working_directory_mode: "git",
    working_directory_path: "/home/ada/website",
    setup_command: "npm ci",
  });
  const taskOf = (summary: string) => rowsIn(db).task({ ...workspace, summary });
  for (const state of WorktreeState.options) addWorktree(taskOf(`Work that is ${state}`).id, state);
  const task = taskOf("Look at it");
  const about = { ...workspace, task_id: task.id };
  for (const kind of CheckpointKind.options) {
    checkpointRow.inserter(db)({
      ...about,
      id: newId(),
      kind,
      repository: REPOSITORY,
      ref: checkpointRef(INSTALLATION, task.id),
      commit_id: OBJECT,
      tree_id: OBJECT,
      head_id: OBJECT,
      files: 1,
      additions: 2,
      deletions: 3,
      left_out: [{ path: "film.mp4", reason: "too_large", size_bytes: 90_000_000 }],
      duration_ms: 40,
      created_at: now,
    });
  }
  for (const status of CHECK_RUN_STATUSES) {
    checkRunRow.inserter(db)({
      ...about,
      id: newId(),
      kind: "setup",
      command: "npm ci",
      attempt: 1,
      status,
      started_at: now,
    });
  }
  for (const [event_type, metadata] of [
    ["worktree_created", { branch: branchOf(task.id), base_commit: OBJECT }],
    ["checkpoint_restored", { checkpoint_id: newId<CheckpointId>() }],
    ["worktree_removed", { branch: branchOf(task.id) }],
  ] as const) {
    rowsIn(db).log({ ...about, event_type, metadata, actor_type: "system", created_at: now });
  }
  keptWorkRow.inserter(db)({
    ...about,
    id: newId(),
    task_summary: task.summary,
    repository: REPOSITORY,
    branch: branchOf(task.id),
    ref: `refs/malamar/${INSTALLATION}/kept/${shortHex(task.id)}`,
    commit_id: OBJECT,
    kept_at: now,
    expires_at: now,
  });
  createViewedFileStore(db).mark(task.id, "README.md", OBJECT);
  createRestoreStore(db).begin({ task_id: task.id, checkpoint_id: newId() });

  function addWorktree(task_id: TaskId, state: WorktreeState): void {
    worktreeRow.inserter(db)({
      ...workspace,
      id: newId(),
      task_id,
      task_summary: state,
      repository: REPOSITORY,
      path: worktreePath("/home/ada/.malamar/worktrees", { ...workspace, task_id }, REPOSITORY),
      prefix: "",
      branch: branchOf(task_id),
      base_branch: "main",
      base_commit: OBJECT,
      ref: checkpointRef(INSTALLATION, task_id),
      state,
      created_at: now,
      updated_at: now,
    });
  }
}

function branchOf(id: TaskId): string {
  return `malamar/work-${shortHex(id)}`;
}
