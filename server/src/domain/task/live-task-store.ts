import type { Database } from "bun:sqlite";
import type { AgentId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskSummary, WaitReason } from "@malamar/contract/task.ts";
import { ATTENTION_REASON, ATTENTION_SINCE } from "./attention-sql.ts";
import { teamProgress, type Member, type PastRun } from "./team-progress.ts";

/** What is happening to one task right now. */
export type LiveFacts = Pick<
  TaskSummary,
  | "attention_reason"
  | "attention_since"
  | "comment_count"
  | "cost_usd"
  | "is_processing"
  | "current_agent_name"
  | "current_run_id"
  | "current_run_started_at"
  | "pass"
  | "team"
>;

/**
 * A pass rarely has more runs: one of each agent, and the retries. So a task with weeks of work
 * costs no more than a new one.
 */
const MOST_RUNS = 64;

/** Columns of the task `t`; a reader turns them into facts. */
export const LIVE = `
  ${ATTENTION_REASON} AS attention_reason, ${ATTENTION_SINCE} AS attention_since,
  (SELECT count(*) FROM task_comments c WHERE c.task_id = t.id)
    - (SELECT count(*) FROM task_comments d WHERE d.task_id = t.id AND d.deleted_at IS NOT NULL) AS comment_count,
  (SELECT total(p.cost_usd) FROM runs p WHERE p.task_id = t.id) AS cost_usd,
  EXISTS (SELECT 1 FROM task_queue q WHERE q.task_id = t.id AND q.status = 'in_progress') AS is_processing,
  r.agent_name AS current_agent_name, r.id AS current_run_id, r.started_at AS current_run_started_at,
  (SELECT json_group_array(json_object('place', l.rowid, 'pass', l.pass, 'agent_id', l.agent_id,
      'status', l.status, 'action_type', l.action_type))
    FROM runs l WHERE l.task_id = t.id AND l.rowid >= coalesce((SELECT o.rowid FROM runs o
      WHERE o.task_id = t.id ORDER BY o.rowid DESC LIMIT 1 OFFSET ${MOST_RUNS - 1}), 0)) AS team,
  CASE WHEN t.wait_reason IS NOT NULL THEN json_object('wait_reason', t.wait_reason,
    'waits_for', t.loop_memory -> '$.waits_for', 'parked', t.loop_memory -> '$.pass') END AS pass`;

export const WITH_CURRENT_RUN = "LEFT JOIN runs r ON r.task_id = t.id AND r.status = 'running'";

/**
 * What SQLite returns for these columns: JSON of the last runs as the team, of a wait as the pass.
 */
export type LiveRow = Omit<LiveFacts, "is_processing" | "pass" | "team"> & {
  is_processing: 0 | 1;
  team: string;
  pass: string | null;
};

interface Waiting {
  wait_reason: WaitReason;
  waits_for: string | null;
  parked: { number: number; served: AgentId[] } | null;
}

const NO_WAIT = { wait_reason: null, waits_for: null, parked: null };

/** Where tasks are on their way through the team. */
export function createLiveTaskStore(db: Database) {
  const selectTeam = db.prepare<Member, [WorkspaceId]>(
    `SELECT id, name, "order" FROM agents WHERE workspace_id = ? ORDER BY "order"`,
  );
  const selectOne = db.prepare<LiveRow & { workspace_id: WorkspaceId }, [TaskId]>(
    `SELECT t.workspace_id, ${LIVE} FROM tasks t ${WITH_CURRENT_RUN} WHERE t.id = ?`,
  );

  /** Turns the rows of one workspace into facts. */
  const reader = (workspaceId: WorkspaceId) => liveReader(selectTeam.all(workspaceId));

  return {
    reader,

    of(id: TaskId): LiveFacts {
      const { workspace_id, ...row } = selectOne.get(id)!;
      return reader(workspace_id)(row);
    },
  };
}

/** Turns the rows of this team's tasks into facts. */
export function liveReader(team: readonly Member[]) {
  // Most rows of a long list are the same in this respect: they share one team.
  const untouched = teamProgress(team, { runs: [], ...NO_WAIT });
  return <Row extends LiveRow>(row: Row) => {
    const isUntouched = row.team === "[]" && row.pass === null;
    const { pass, team: members } = isUntouched ? untouched : progressOf(team, row);
    const facts = { is_processing: row.is_processing === 1, pass, team: members };
    // Changes the row itself: a copy of ten thousand would double them.
    return Object.assign<Omit<Row, keyof typeof facts>, typeof facts>(row, facts);
  };
}

function progressOf(team: readonly Member[], row: Pick<LiveRow, "pass" | "team">) {
  // As the columns above write them.
  const runs = JSON.parse(row.team) as PastRun[];
  const wait = row.pass === null ? NO_WAIT : (JSON.parse(row.pass) as Waiting);
  return teamProgress(team, { runs, ...wait });
}
