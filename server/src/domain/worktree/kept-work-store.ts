import type { Database } from "bun:sqlite";
import type { KeptWorkId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { KeptWork } from "@malamar/contract/worktree.ts";
import { describeRow, type Stored } from "#db/row.ts";

/** Kept work as stored. */
export interface KeptWorkRow extends KeptWork {
  /** The full name. */
  ref: string;
}

export const keptWorkRow = describeRow<KeptWorkRow, { shown: boolean }>()("kept_work", {
  id: { is: "text", shown: true },
  workspace_id: { is: "text", shown: true },
  task_id: { is: "text", shown: true },
  task_summary: { is: "text", shown: true },
  repository: { is: "text", shown: true },
  branch: { is: "text", shown: true },
  ref: { is: "text", shown: false },
  commit_id: { is: "text", shown: true },
  kept_at: { is: "text", shown: true },
  expires_at: { is: "text or null", shown: true },
});

export const SHOWN_KEPT_WORK = keptWorkRow.where("shown", true);

export function createKeptWorkStore(db: Database) {
  const rows = keptWorkRow.list();
  const selectOne = db.prepare<Stored<KeptWorkRow>, [KeptWorkId]>(
    `SELECT ${rows} FROM kept_work WHERE id = ?`,
  );
  const selectOfWorkspace = db.prepare<Stored<KeptWorkRow>, [WorkspaceId]>(
    `SELECT ${rows} FROM kept_work WHERE workspace_id = ? ORDER BY rowid DESC`,
  );
  const selectOrphans = db.prepare<Stored<KeptWorkRow>, []>(
    `SELECT ${rows} FROM kept_work
     WHERE NOT EXISTS (SELECT 1 FROM workspaces WHERE workspaces.id = kept_work.workspace_id)
     ORDER BY rowid DESC`,
  );
  const selectExpired = db.prepare<Stored<KeptWorkRow>, [now: string]>(
    `SELECT ${rows} FROM kept_work WHERE expires_at <= ?`,
  );
  const remove = db.prepare<unknown, [KeptWorkId]>("DELETE FROM kept_work WHERE id = ?");

  return {
    get: (id: KeptWorkId): KeptWorkRow | null => selectOne.get(id),
    /** Newest first. */
    ofWorkspace: (id: WorkspaceId): KeptWorkRow[] => selectOfWorkspace.all(id),
    /** The newest first. */
    ofDeletedWorkspaces: (): KeptWorkRow[] => selectOrphans.all(),
    expired: (now: string): KeptWorkRow[] => selectExpired.all(now),
    insert: keptWorkRow.inserter(db),
    remove: (id: KeptWorkId) => void remove.run(id),
  };
}

export type KeptWorkStore = ReturnType<typeof createKeptWorkStore>;
