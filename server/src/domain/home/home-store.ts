import type { Database } from "bun:sqlite";
import { DELETED_AGENT_NAME } from "@malamar/contract/author.ts";
import type { Home, HomeRunning, LastWord } from "@malamar/contract/home.ts";
import type { AgentId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task, TaskSummary } from "@malamar/contract/task.ts";
import type { Stored } from "#db/row.ts";
import { later } from "#lib/clock.ts";
import {
  LIVE,
  liveReader,
  WITH_CURRENT_RUN,
  type LiveFacts,
  type LiveRow,
} from "#domain/task/live-task-store.ts";
import { LISTED_TASK } from "#domain/task/task-store.ts";
import type { Member } from "#domain/task/team-progress.ts";

/** More than a row shows, and less than a page. */
const MOST_SAID = 400;

/** An agent's last comment on the task `t`. */
const WITH_SAID = `LEFT JOIN task_comments c ON c.rowid = (
    SELECT rowid FROM task_comments
    WHERE task_id = t.id AND agent_id IS NOT NULL AND deleted_at IS NULL ORDER BY rowid DESC LIMIT 1)
  LEFT JOIN agents a ON a.id = c.agent_id`;

const SAID = `c.agent_id AS said_by_id, coalesce(a.name, '${DELETED_AGENT_NAME}') AS said_by_name,
  substr(c.content, 1, ${MOST_SAID}) AS said_text`;

interface SaidColumns {
  said_by_id: AgentId | null;
  said_by_name: string;
  said_text: string | null;
}

type RunningRow = Stored<Omit<TaskSummary, keyof LiveFacts>> &
  LiveRow &
  SaidColumns &
  Pick<HomeRunning, "workspace_title" | "working_since">;

/** What a task needs beyond its row in a list of what waits. */
interface TaskWord {
  id: TaskId;
  number: Task["number"];
  said: LastWord | null;
}

/** An agent's usage in some hours; `agent_id` is empty for the Malamar agent. */
export interface AgentUsage {
  workspace_id: WorkspaceId;
  workspace_title: string;
  agent_id: AgentId | "";
  name: string;
  cost_usd: number;
  run_count: number;
  unpriced_run_count: number;
}

interface CostSince {
  cost_usd: number;
  unpriced_run_count: number;
}

const IN_FIRST_HOUR = "FROM runs WHERE finished_at >= $since AND finished_at < $next_hour";

/**
 * Whole hours are added up already; runs that ended in the first one, and active runs, are read
 * separately.
 */
const COST_SINCE = `SELECT
  (SELECT coalesce(sum(cost_usd), 0.0) FROM usage_hourly WHERE hour > $hour)
    + (SELECT coalesce(sum(cost_usd), 0.0) ${IN_FIRST_HOUR})
    + (SELECT coalesce(sum(cost_usd), 0.0) FROM runs WHERE status = 'running') AS cost_usd,
  (SELECT coalesce(sum(unpriced_run_count), 0) FROM usage_hourly WHERE hour > $hour)
    + (SELECT count(*) FILTER (WHERE cost_usd IS NULL) ${IN_FIRST_HOUR}) AS unpriced_run_count`;

/** What the home page reads from several nouns at once. */
export function createHomeStore(db: Database) {
  const selectRunning = db.prepare<RunningRow, []>(
    `SELECT ${LISTED_TASK.list("t")}, ${LIVE}, ${SAID}, w.title AS workspace_title,
       i.updated_at AS working_since
     FROM task_queue i INDEXED BY task_queue_running
     CROSS JOIN tasks t ON t.id = i.task_id
     CROSS JOIN workspaces w ON w.id = t.workspace_id
     ${WITH_CURRENT_RUN} ${WITH_SAID}
     WHERE i.status = 'in_progress'`,
  );
  const selectTeams = db.prepare<Member & { workspace_id: WorkspaceId }, [ids: string]>(
    `SELECT m.workspace_id, m.id, m.name, m."order" FROM json_each(?) wanted
     CROSS JOIN agents m ON m.workspace_id = wanted.value ORDER BY m."order"`,
  );
  const selectWords = db.prepare<Pick<TaskWord, "id" | "number"> & SaidColumns, [ids: string]>(
    `SELECT t.id, t.number, ${SAID} FROM json_each(?) wanted
     CROSS JOIN tasks t ON t.id = wanted.value ${WITH_SAID}`,
  );
  const selectMovedByPeople = db.prepare<{ id: TaskId }, [ids: string]>(
    `SELECT value AS id FROM json_each(?) WHERE (
       SELECT actor_type FROM task_logs
       WHERE task_id = value AND event_type = 'status_changed' ORDER BY rowid DESC LIMIT 1) = 'user'`,
  );
  const selectEngines = db.prepare<Home["agents"][number], [ids: string]>(
    `SELECT a.id, a.cli_type FROM json_each(?) wanted CROSS JOIN agents a ON a.id = wanted.value`,
  );
  // The plus keeps it from reading all hours of each workspace instead of the last ones.
  const selectUsage = db.prepare<AgentUsage, [from: string]>(
    `SELECT u.workspace_id, w.title AS workspace_title, u.agent_id,
       coalesce(a.name, u.agent_name) AS name, sum(u.cost_usd) AS cost_usd,
       sum(u.run_count) AS run_count, sum(u.unpriced_run_count) AS unpriced_run_count
     FROM usage_hourly u CROSS JOIN workspaces w ON w.id = u.workspace_id
     LEFT JOIN agents a ON a.id = u.agent_id
     WHERE u.hour >= ? GROUP BY +u.workspace_id, u.agent_id, coalesce(a.name, u.agent_name)`,
  );
  const selectCost = db.prepare<CostSince, [{ hour: string; since: string; next_hour: string }]>(
    COST_SINCE,
  );

  return {
    /** Tasks with an active pass, the longest one first. */
    running(): HomeRunning[] {
      const rows = selectRunning
        .all()
        .toSorted((a, b) => a.working_since.localeCompare(b.working_since));
      const places = [...new Set(rows.map(({ workspace_id }) => workspace_id))];
      const teams = Map.groupBy(selectTeams.all(JSON.stringify(places)), (m) => m.workspace_id);
      return rows.map((row) => {
        const withFacts = liveReader(teams.get(row.workspace_id) ?? []);
        return withFacts(withSaid(LISTED_TASK.decode(row)));
      });
    },

    /** The ones that still exist. */
    words: (ids: readonly TaskId[]): TaskWord[] =>
      selectWords.all(JSON.stringify(ids)).map(withSaid),

    /** The ones that a person put where they are. */
    movedByPeople: (ids: readonly TaskId[]): TaskId[] =>
      selectMovedByPeople.all(JSON.stringify(ids)).map(({ id }) => id),

    /** Of the agents that still exist. */
    engines: (ids: ReadonlySet<AgentId>): Home["agents"] =>
      selectEngines.all(JSON.stringify([...ids])),

    /** Of runs that ended since the beginning of that hour. */
    usage: (from: string): AgentUsage[] => selectUsage.all(from),

    costSince(since: string): CostSince {
      const hour = `${since.slice(0, 13)}:00:00.000Z`;
      return selectCost.get({ hour, since, next_hour: later(hour, HOUR_MS) })!;
    },
  };
}

const HOUR_MS = 3_600_000;

export type HomeStore = ReturnType<typeof createHomeStore>;

function withSaid<Row extends SaidColumns>(row: Row) {
  const { said_by_id, said_by_name, said_text, ...rest } = row;
  const said =
    said_by_id === null || said_text === null
      ? null
      : { agent_id: said_by_id, agent_name: said_by_name, content: said_text };
  return { ...rest, said };
}
