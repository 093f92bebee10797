import type { Database } from "bun:sqlite";
import type { TaskId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { describeRow, type Stored } from "#db/row.ts";

/** A worktree as it is stored. */
export interface WorktreeRow extends Worktree {
  /** The ref of its checkpoints, by its full name. */
  ref: string;
}

export const worktreeRow = describeRow<WorktreeRow>()("worktrees", {
  id: { is: "text" },
  workspace_id: { is: "text" },
  task_id: { is: "text" },
  task_summary: { is: "text" },
  repository: { is: "text" },
  path: { is: "text" },
  branch: { is: "text" },
  base_branch: { is: "text or null" },
  base_commit: { is: "text" },
  ref: { is: "text" },
  state: { is: "text", default: "creating" },
  problem: { is: "text or null", default: null },
  size_bytes: { is: "integer or null", default: null },
  removable_at: { is: "text or null", default: null },
  created_at: { is: "text" },
  updated_at: { is: "text" },
});

export function createWorktreeStore(db: Database) {
  const rows = worktreeRow.list();
  const selectOne = db.prepare<Stored<WorktreeRow>, [WorktreeId]>(
    `SELECT ${rows} FROM worktrees WHERE id = ?`,
  );
  const selectOfTask = db.prepare<Stored<WorktreeRow>, [TaskId]>(
    `SELECT ${rows} FROM worktrees WHERE task_id = ? AND state <> 'removed'`,
  );
  const selectOfWorkspace = db.prepare<Stored<WorktreeRow>, [WorkspaceId]>(
    `SELECT ${rows} FROM worktrees WHERE workspace_id = ? AND state <> 'removed' ORDER BY rowid`,
  );
  const selectInState = db.prepare<Stored<WorktreeRow>, [state: string]>(
    `SELECT ${rows} FROM worktrees WHERE state = ? ORDER BY rowid`,
  );

  return {
    get(id: WorktreeId): WorktreeRow | null {
      const row = selectOne.get(id);
      return row && worktreeRow.decode(row);
    },

    /** The one that is not removed. */
    ofTask(id: TaskId): WorktreeRow | null {
      const row = selectOfTask.get(id);
      return row && worktreeRow.decode(row);
    },

    /** Those that are not removed, oldest first. */
    ofWorkspace: (id: WorkspaceId): WorktreeRow[] =>
      selectOfWorkspace.all(id).map((row) => worktreeRow.decode(row)),

    inState: (state: Worktree["state"]): WorktreeRow[] =>
      selectInState.all(state).map((row) => worktreeRow.decode(row)),

    insert: worktreeRow.inserter(db),
    update: worktreeRow.updater(db),
  };
}

export type WorktreeStore = ReturnType<typeof createWorktreeStore>;
