import { Database } from "bun:sqlite";
import { join } from "node:path";
import { BUSY_TEAM } from "./busy-team.ts";

/** What must never exist, in a process that started at this time. */
export function oddities(dataDir: string, since: string) {
  return query(dataDir, (rows) => ({
    workspacesWithTwo: rows(
      `SELECT workspace_id FROM tasks WHERE status = 'in_progress' GROUP BY 1 HAVING count(*) > 1
       UNION
       SELECT workspace_id FROM task_queue WHERE status = 'in_progress' GROUP BY 1 HAVING count(*) > 1`,
    ),
    forgottenTasks: rows(
      `SELECT id FROM tasks WHERE status IN ('todo', 'in_progress') AND id NOT IN
         (SELECT task_id FROM task_queue WHERE status IN ('queued', 'in_progress'))`,
    ),
    itemsWithoutWorker: rows(
      "SELECT id FROM task_queue WHERE status = 'in_progress' AND updated_at < ?",
      since,
    ),
    runsWithoutProcess: rows(
      "SELECT id FROM runs WHERE status = 'running' AND started_at < ?",
      since,
    ),
  }));
}

export interface RunRow {
  run: string;
  agent: string;
  status: string;
  summary: string;
  visit: number;
  /** JSON. */
  comments: string;
}

/** What every run on a task has said, and which of its agent's visits it was. */
export const RUNS_AND_COMMENTS = `
  SELECT id AS run, agent_name AS agent, status,
    (SELECT summary FROM tasks WHERE tasks.id = task_id) AS summary,
    row_number() OVER (PARTITION BY task_id, agent_id ORDER BY rowid) AS visit,
    (SELECT json_group_array(content ORDER BY rowid) FROM task_comments
     WHERE run_id = runs.id AND agent_id IS NOT NULL) AS comments
  FROM runs WHERE task_id IS NOT NULL`;

/** What must not exist when all is done. */
export function leftovers(dataDir: string) {
  return query(dataDir, (rows) => ({
    damage: rows<{ integrity_check: string }>("PRAGMA integrity_check").map(
      (row) => row.integrity_check,
    ),
    danglingRows: rows("PRAGMA foreign_key_check"),
    openItems: rows("SELECT id FROM task_queue WHERE status IN ('queued', 'in_progress')"),
    runsWithOtherComments: rows<RunRow>(RUNS_AND_COMMENTS).filter(
      (run) => run.comments !== JSON.stringify(commentsOf(run)),
    ),
  }));
}

/** How much each run has said. */
export function commentCounts(dataDir: string) {
  return query(dataDir, (rows) =>
    rows<{ run: string; status: string; count: number }>(
      `SELECT id AS run, status,
         (SELECT count(*) FROM task_comments WHERE run_id = runs.id) AS count
       FROM runs`,
    ),
  );
}

/** A run that finished says everything it has to say, any other one nothing. */
function commentsOf({ agent, status, visit, summary }: RunRow): string[] | null {
  const said = BUSY_TEAM.find((member) => member.agent.name === agent)?.commentsAt(visit, summary);
  if (status === "lost") return [];
  if (status === "failed") return said === null ? [] : null;
  return status === "succeeded" ? (said ?? null) : null;
}

/** All rows are of one moment, also next to a running server. */
export function query<Answer>(
  dataDir: string,
  ask: (rows: <Row>(sql: string, ...values: string[]) => Row[]) => Answer,
): Answer {
  using db = new Database(join(dataDir, "malamar.db"), { readonly: true });
  // Each statement here is written next to the type of its rows.
  return db.transaction(() => ask((sql, ...values) => db.query(sql).all(...values) as never))();
}
