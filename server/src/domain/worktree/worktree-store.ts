import type { Database } from "bun:sqlite";
import type { TaskId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { describeRow, type Stored } from "#db/row.ts";

/** A worktree as stored. */
export interface WorktreeRow extends Omit<Worktree, "left_out" | "has_task"> {
  /** Where agents work in it, with a slash at the end; empty at the top. */
  prefix: string;
  /** The full name of the ref of its checkpoints. */
  ref: string;
}

export const worktreeRow = describeRow<WorktreeRow, { shown: boolean }>()("worktrees", {
  id: { is: "text", shown: true },
  workspace_id: { is: "text", shown: true },
  task_id: { is: "text", shown: true },
  task_summary: { is: "text", shown: true },
  repository: { is: "text", shown: true },
  path: { is: "text", shown: true },
  prefix: { is: "text", shown: false },
  branch: { is: "text", shown: true },
  base_branch: { is: "text or null", shown: true },
  base_commit: { is: "text", shown: true },
  ref: { is: "text", shown: false },
  state: { is: "text", default: "creating", shown: true },
  problem: { is: "text or null", default: null, shown: true },
  notice: { is: "text or null", default: null, shown: true },
  size_bytes: { is: "integer or null", default: null, shown: true },
  removable_at: { is: "text or null", default: null, shown: true },
  created_at: { is: "text", shown: true },
  updated_at: { is: "text", shown: true },
});

export const SHOWN_WORKTREE = worktreeRow.where("shown", true);

export function createWorktreeStore(db: Database) {
  const rows = worktreeRow.list();
  const selectOne = db.prepare<Stored<WorktreeRow>, [WorktreeId]>(
    `SELECT ${rows} FROM worktrees WHERE id = ?`,
  );
  const selectOfTask = db.prepare<Stored<WorktreeRow>, [TaskId]>(
    `SELECT ${rows} FROM worktrees WHERE task_id = ? AND state <> 'removed'`,
  );
  const selectLastOfTask = db.prepare<Stored<WorktreeRow>, [TaskId]>(
    `SELECT ${rows} FROM worktrees WHERE task_id = ? ORDER BY rowid DESC LIMIT 1`,
  );
  const selectOpen = db.prepare<Stored<WorktreeRow>, []>(
    `SELECT ${rows} FROM worktrees WHERE state <> 'removed' ORDER BY rowid`,
  );
  const selectOfWorkspace = db.prepare<Stored<WorktreeRow>, [WorkspaceId]>(
    `SELECT ${rows} FROM worktrees WHERE workspace_id = ? AND state <> 'removed' ORDER BY rowid`,
  );
  // Named states use an index; those that are removed stay for years.
  const selectOrphans = db.prepare<Stored<WorktreeRow>, []>(
    `SELECT ${rows} FROM worktrees WHERE state IN ('creating', 'ready', 'missing', 'removing')
       AND NOT EXISTS (SELECT 1 FROM workspaces WHERE workspaces.id = worktrees.workspace_id)`,
  );
  const selectOfRepository = db.prepare<Stored<WorktreeRow>, [repository: string]>(
    `SELECT ${rows} FROM worktrees WHERE repository = ? ORDER BY rowid`,
  );
  const remove = db.prepare<unknown, [WorktreeId]>("DELETE FROM worktrees WHERE id = ?");
  const selectDue = db.prepare<{ id: WorktreeId }, [now: string]>(
    `SELECT id FROM worktrees
     WHERE state IN ('creating', 'ready', 'missing') AND removable_at <= ?`,
  );
  const removeForgotten = db.prepare<unknown, []>(
    `DELETE FROM worktrees WHERE state = 'removed'
       AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = worktrees.task_id)
       AND NOT EXISTS (SELECT 1 FROM kept_work WHERE kept_work.id = worktrees.id)`,
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

    /** The newest, even a removed one. */
    lastOfTask(id: TaskId): WorktreeRow | null {
      const row = selectLastOfTask.get(id);
      return row && worktreeRow.decode(row);
    },

    /** Of all workspaces, those that are not removed. */
    open: (): WorktreeRow[] => selectOpen.all().map((row) => worktreeRow.decode(row)),

    /** Those that are not removed, oldest first. */
    ofWorkspace: (id: WorkspaceId): WorktreeRow[] =>
      selectOfWorkspace.all(id).map((row) => worktreeRow.decode(row)),

    /** Those of deleted workspaces that are not removed, oldest first. */
    ofDeletedWorkspaces: (): WorktreeRow[] =>
      selectOrphans
        .all()
        .map((row) => worktreeRow.decode(row))
        .toSorted((a, b) => a.created_at.localeCompare(b.created_at)),

    /** All of them, even the removed ones. */
    ofRepository: (repository: string): WorktreeRow[] =>
      selectOfRepository.all(repository).map((row) => worktreeRow.decode(row)),

    inState: (state: Worktree["state"]): WorktreeRow[] =>
      selectInState.all(state).map((row) => worktreeRow.decode(row)),

    /** Those that may be removed, unless they are being removed already. */
    dueIds: (now: string): WorktreeId[] => selectDue.all(now).map(({ id }) => id),

    insert: worktreeRow.inserter(db),
    update: worktreeRow.updater(db),
    remove: (id: WorktreeId) => void remove.run(id),

    /** Rows of removed ones whose task is gone too, and of which no work is kept. */
    removeForgotten: () => void removeForgotten.run(),
  };
}

export type WorktreeStore = ReturnType<typeof createWorktreeStore>;
