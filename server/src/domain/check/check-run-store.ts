import type { Database } from "bun:sqlite";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { describeRow, type Stored } from "#db/row.ts";

/** A `lost` one was running when Malamar ended. */
export type CheckRunStatus = "running" | "passed" | "failed" | "timed_out" | "cancelled" | "lost";

/** A command that Malamar ran in the files of a task; its output is in a file named after the id. */
export interface CheckRunRow {
  id: string;
  workspace_id: WorkspaceId;
  task_id: TaskId;
  check_id: string | null;
  kind: "setup";
  command: string;
  /** The state of the files that it ran on, if known. */
  tree_id: string | null;
  /** 1 is the first. */
  attempt: number;
  status: CheckRunStatus;
  exit_code: number | null;
  is_flaky: boolean;
  started_at: string;
  finished_at: string | null;
}

export const checkRunRow = describeRow<CheckRunRow>()("check_runs", {
  id: { is: "text" },
  workspace_id: { is: "text" },
  task_id: { is: "text" },
  check_id: { is: "text or null", default: null },
  kind: { is: "text" },
  command: { is: "text" },
  tree_id: { is: "text or null", default: null },
  attempt: { is: "integer" },
  status: { is: "text", default: "running" },
  exit_code: { is: "integer or null", default: null },
  is_flaky: { is: "flag", default: false },
  started_at: { is: "text" },
  finished_at: { is: "text or null", default: null },
});

/** Nobody reads more outputs of a command that keeps failing. */
const MOST_ATTEMPTS = 10;

export function createCheckRunStore(db: Database) {
  const selectLast = db.prepare<Stored<CheckRunRow>, [TaskId, kind: string]>(
    `SELECT ${checkRunRow.list()} FROM check_runs
     WHERE task_id = ? AND kind = ? ORDER BY rowid DESC LIMIT 1`,
  );
  const loseRunning = db.prepare<unknown, [at: string]>(
    "UPDATE check_runs SET status = 'lost', finished_at = ? WHERE status = 'running'",
  );

  const removeForgotten = db.prepare<unknown, []>(
    `DELETE FROM check_runs
     WHERE NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = check_runs.task_id)
       OR attempt <= (
         SELECT max(newer.attempt) - ${MOST_ATTEMPTS} FROM check_runs newer
         WHERE newer.task_id = check_runs.task_id AND newer.kind = check_runs.kind)`,
  );
  const selectUnknown = db.prepare<{ id: string }, [ids: string]>(
    `SELECT value AS id FROM json_each(?)
     WHERE NOT EXISTS (SELECT 1 FROM check_runs WHERE check_runs.id = value)`,
  );

  return {
    last(taskId: TaskId, kind: CheckRunRow["kind"]): CheckRunRow | null {
      const row = selectLast.get(taskId, kind);
      return row && checkRunRow.decode(row);
    },

    insert: checkRunRow.inserter(db),
    update: checkRunRow.updater(db),

    /** Those of deleted tasks, and all but the newest attempts of the others. */
    removeForgotten: () => void removeForgotten.run(),

    /** Of these ids, those that no row has. */
    unknownOf: (ids: readonly string[]): string[] =>
      selectUnknown.all(JSON.stringify(ids)).map(({ id }) => id),

    /** At startup: whatever was running no longer is. */
    loseRunning: (at: string) => void loseRunning.run(at),
  };
}

export type CheckRunStore = ReturnType<typeof createCheckRunStore>;
