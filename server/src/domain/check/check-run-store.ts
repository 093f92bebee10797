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

export function createCheckRunStore(db: Database) {
  const selectLast = db.prepare<Stored<CheckRunRow>, [TaskId, kind: string]>(
    `SELECT ${checkRunRow.list()} FROM check_runs
     WHERE task_id = ? AND kind = ? ORDER BY rowid DESC LIMIT 1`,
  );
  const loseRunning = db.prepare<unknown, [at: string]>(
    "UPDATE check_runs SET status = 'lost', finished_at = ? WHERE status = 'running'",
  );

  return {
    last(taskId: TaskId, kind: CheckRunRow["kind"]): CheckRunRow | null {
      const row = selectLast.get(taskId, kind);
      return row && checkRunRow.decode(row);
    },

    insert: checkRunRow.inserter(db),
    update: checkRunRow.updater(db),

    /** At startup: whatever was running has ended. */
    loseRunning: (at: string) => void loseRunning.run(at),
  };
}

export type CheckRunStore = ReturnType<typeof createCheckRunStore>;
