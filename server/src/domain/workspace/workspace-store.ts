import type { Database } from "bun:sqlite";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type {
  Workspace,
  WorkspaceSort,
  WorkspaceSortField,
  WorkspaceSummary,
} from "@malamar/contract/workspace.ts";
import { columnList, insertInto, updateOf } from "#db/columns.ts";
import { pageCondition } from "#db/page-condition.ts";

/** A workspace as it is stored. */
export type StoredWorkspace = Omit<Workspace, "working_directory_warning">;

const COLUMNS = [
  "id",
  "title",
  "description",
  "working_directory_mode",
  "working_directory_path",
  "auto_delete_done_tasks",
  "retention_days",
  "notify_on_error",
  "notify_on_in_review",
  "max_passes",
  "max_cost_usd",
  "max_tokens",
  "run_timeout_minutes",
  "idle_timeout_minutes",
  "last_activity_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof StoredWorkspace)[];

type FlagColumn = "auto_delete_done_tasks" | "notify_on_error" | "notify_on_in_review";

type Encoded<Row> = Omit<Row, FlagColumn> & Record<FlagColumn, 0 | 1>;

const COUNTS = `
  (SELECT count(*) FROM agents WHERE workspace_id = w.id) AS agent_count,
  (SELECT count(*) FROM tasks WHERE workspace_id = w.id AND status = 'todo') AS todo_count,
  (SELECT count(*) FROM tasks WHERE workspace_id = w.id AND status = 'in_progress') AS in_progress_count,
  (SELECT count(*) FROM tasks WHERE workspace_id = w.id AND status = 'in_review') AS in_review_count`;

export function createWorkspaceStore(db: Database) {
  const selectOne = db.prepare<Encoded<StoredWorkspace>, [WorkspaceId]>(
    `SELECT ${columnList(COLUMNS)} FROM workspaces WHERE id = ?`,
  );
  const insert = db.prepare<unknown, [Encoded<StoredWorkspace>]>(insertInto("workspaces", COLUMNS));
  const update = db.prepare<unknown, [Encoded<StoredWorkspace>]>(updateOf("workspaces", COLUMNS));
  const touch = db.prepare<unknown, [at: string, WorkspaceId]>(
    "UPDATE workspaces SET last_activity_at = ? WHERE id = ?",
  );
  const selectIds = db.prepare<{ id: WorkspaceId }, []>("SELECT id FROM workspaces");
  const remove = db.prepare<unknown, [WorkspaceId]>("DELETE FROM workspaces WHERE id = ?");

  return {
    get(id: WorkspaceId): StoredWorkspace | null {
      const row = selectOne.get(id);
      return row && decode(row);
    },

    ids: (): WorkspaceId[] => selectIds.all().map(({ id }) => id),

    insert: (workspace: StoredWorkspace) => void insert.run(encode(workspace)),

    update: (workspace: StoredWorkspace) => void update.run(encode(workspace)),

    /** Something happened in the workspace. */
    touch: (id: WorkspaceId, at: string) => void touch.run(at, id),

    /** Takes everything under the workspace with it. */
    remove: (id: WorkspaceId) => void remove.run(id),

    /** All, or the page of `limit` rows after the row `before`; equal times keep the order of creation. */
    list(sort: WorkspaceSort, page: PageQuery): WorkspaceSummary[] {
      const field = sort.replace(/^-/, "") as WorkspaceSortField;
      const direction = sort.startsWith("-") ? "DESC" : "ASC";
      const rows = db
        .query<Encoded<WorkspaceSummary>, [{ limit: number; before: string | null }]>(
          `SELECT ${columnList(COLUMNS, "w")}, ${COUNTS}
           FROM workspaces w
           WHERE ${pageCondition({ table: "workspaces", as: "w", by: field, direction })}
           ORDER BY ${field} ${direction}, rowid ${direction}
           LIMIT $limit`,
        )
        .all({ limit: page.limit ?? -1, before: page.before ?? null });
      return rows.map(decode);
    },
  };
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

function decode<Row extends Record<FlagColumn, 0 | 1>>(row: Row) {
  return {
    ...row,
    auto_delete_done_tasks: row.auto_delete_done_tasks === 1,
    notify_on_error: row.notify_on_error === 1,
    notify_on_in_review: row.notify_on_in_review === 1,
  };
}

function encode(workspace: StoredWorkspace): Encoded<StoredWorkspace> {
  return {
    ...workspace,
    auto_delete_done_tasks: workspace.auto_delete_done_tasks ? 1 : 0,
    notify_on_error: workspace.notify_on_error ? 1 : 0,
    notify_on_in_review: workspace.notify_on_in_review ? 1 : 0,
  };
}
