import type { Database } from "bun:sqlite";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type {
  Workspace,
  WorkspaceBrief,
  WorkspaceSort,
  WorkspaceSortField,
  WorkspaceSummary,
} from "@malamar/contract/workspace.ts";
import { pageCondition } from "#db/page-condition.ts";
import { describeRow, type Stored } from "#db/row.ts";
import { KEPT_WORK_DAYS } from "#domain/settings/settings-service.ts";
import { DAY_MS, later } from "#lib/clock.ts";

/** A workspace as it is stored. */
export type StoredWorkspace = Omit<Workspace, "working_directory_warning">;

export const workspaceRow = describeRow<StoredWorkspace, { exported: boolean }>()("workspaces", {
  id: { is: "text", exported: false },
  title: { is: "text", exported: true },
  description: { is: "text", default: "", exported: true },
  working_directory_mode: { is: "text", default: "temp", exported: true },
  working_directory_path: { is: "text or null", default: null, exported: true },
  is_paused: { is: "flag", default: false, exported: true },
  is_demo: { is: "flag", default: false, exported: false },
  pickup_order: { is: "text", default: "oldest_first", exported: true },
  base_branch: { is: "text or null", default: null, exported: true },
  branch_prefix: { is: "text", default: "malamar/", exported: true },
  init_submodules: { is: "flag", default: true, exported: true },
  copy_patterns: {
    is: "json",
    default: [".env", ".env.*", ".envrc", ".dev.vars"] as string[],
    exported: true,
  },
  setup_command: { is: "text or null", default: null, exported: true },
  is_setup_on: { is: "flag", default: true, exported: false },
  trust_repository_programs: { is: "flag", default: false, exported: false },
  checkpoints: { is: "flag", default: true, exported: true },
  auto_delete_done_tasks: { is: "flag", default: true, exported: true },
  retention_days: { is: "integer", default: 7, exported: true },
  notify_on_error: { is: "flag", default: true, exported: true },
  notify_on_in_review: { is: "flag", default: true, exported: true },
  max_passes: { is: "integer", default: 15, exported: true },
  max_cost_usd: { is: "real or null", default: null, exported: true },
  max_tokens: { is: "integer or null", default: null, exported: true },
  run_timeout_minutes: { is: "integer", default: 180, exported: true },
  idle_timeout_minutes: { is: "integer", default: 60, exported: true },
  // After an import, that is the workspace's last activity.
  last_activity_at: { is: "text", exported: false },
  created_at: { is: "text", exported: true },
  updated_at: { is: "text", exported: true },
});

/**
 * What an agent in a chat learns about it, besides its description. A new column is not included
 * automatically.
 */
export const BRIEFED_WORKSPACE = workspaceRow.only(
  "id",
  "title",
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
);

const IN_BRIEF = workspaceRow.only("id", "title", "is_paused");

const IN_PROGRESS = `
  (SELECT count(*) FROM tasks WHERE workspace_id = w.id AND status = 'in_progress') AS in_progress_count`;

const COUNTS = `
  (SELECT count(*) FROM agents WHERE workspace_id = w.id) AS agent_count,
  (SELECT count(*) FROM tasks WHERE workspace_id = w.id AND status = 'todo') AS todo_count, ${IN_PROGRESS},
  (SELECT count(*) FROM tasks WHERE workspace_id = w.id AND status = 'in_review') AS in_review_count`;

export function createWorkspaceStore(db: Database) {
  const selectOne = db.prepare<Stored<StoredWorkspace>, [WorkspaceId]>(
    `SELECT ${workspaceRow.list()} FROM workspaces WHERE id = ?`,
  );
  const touch = db.prepare<unknown, [at: string, WorkspaceId]>(
    "UPDATE workspaces SET last_activity_at = ? WHERE id = ?",
  );
  const selectIds = db.prepare<{ id: WorkspaceId }, []>("SELECT id FROM workspaces");
  const selectWithDirectory = db.prepare<Stored<StoredWorkspace>, []>(
    `SELECT ${workspaceRow.list()} FROM workspaces WHERE working_directory_mode IN ('static', 'git')`,
  );
  const selectDemo = db.prepare<{ id: WorkspaceId }, []>(
    "SELECT id FROM workspaces INDEXED BY workspaces_demo WHERE is_demo = 1",
  );
  const remove = db.prepare<unknown, [WorkspaceId]>("DELETE FROM workspaces WHERE id = ?");

  return {
    get(id: WorkspaceId): StoredWorkspace | null {
      const row = selectOne.get(id);
      return row && workspaceRow.decode(row);
    },

    /** Those that work in a directory of the user's. */
    withDirectory: (): StoredWorkspace[] =>
      selectWithDirectory.all().map((row) => workspaceRow.decode(row)),

    /** Null when there is none. */
    demo: (): WorkspaceId | null => selectDemo.get()?.id ?? null,

    ids: (): WorkspaceId[] => selectIds.all().map(({ id }) => id),

    insert: workspaceRow.inserter(db),

    update: workspaceRow.updater(db),

    /** Something happened in the workspace. */
    touch: (id: WorkspaceId, at: string) => void touch.run(at, id),

    /** Also deletes everything in the workspace. */
    remove: (id: WorkspaceId) => void remove.run(id),

    /** All, or the page of `limit` rows after the row `before`; equal times keep the order of creation. */
    list: (sort: WorkspaceSort, page: PageQuery): WorkspaceSummary[] =>
      rows<WorkspaceSummary>(`${workspaceRow.list("w")}, ${COUNTS}`, sort, page).map((row) =>
        workspaceRow.decode(row),
      ),

    /** The same, the most recently active first, in a few columns. */
    brief: (page: PageQuery): WorkspaceBrief[] =>
      rows<WorkspaceBrief>(`${IN_BRIEF.list("w")}, ${IN_PROGRESS}`, "-last_activity_at", page).map(
        (row) => IN_BRIEF.decode(row),
      ),
  };

  function rows<Row>(columns: string, sort: WorkspaceSort, page: PageQuery): Stored<Row>[] {
    const field = sort.replace(/^-/, "") as WorkspaceSortField;
    const direction = sort.startsWith("-") ? "DESC" : "ASC";
    return db
      .query<Stored<Row>, [{ limit: number; before: string | null }]>(
        `SELECT ${columns}
         FROM workspaces w
         WHERE ${pageCondition({ table: "workspaces", as: "w", by: field, direction })}
         ORDER BY ${field} ${direction}, rowid ${direction}
         LIMIT $limit`,
      )
      .all({ limit: page.limit ?? -1, before: page.before ?? null });
  }
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/**
 * In a backup from elsewhere: what would run, or change or remove files, without anyone here having
 * seen it. A database from before such settings existed has none.
 */
export function switchOffCommands(db: Database, restoredAt: string): void {
  const columns = db.query<{ name: string }, []>(
    "SELECT name FROM pragma_table_info('workspaces')",
  );
  if (!columns.all().some(({ name }) => name === "setup_command")) return;
  db.run("UPDATE workspaces SET is_setup_on = 0 WHERE setup_command IS NOT NULL");
  db.run("UPDATE workspaces SET trust_repository_programs = 0");
  db.run("DELETE FROM restores");
  db.run("UPDATE worktrees SET state = 'ready' WHERE state = 'removing'");
  // Their times start over, once the cleanup may look at them.
  db.run("UPDATE worktrees SET removable_at = NULL");
  db.run("UPDATE checkpoints SET abandoned_at = NULL");
  db.run("UPDATE kept_work SET expires_at = max(expires_at, ?)", [
    later(restoredAt, KEPT_WORK_DAYS * DAY_MS),
  ]);
}
