import type { Database } from "bun:sqlite";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { taskMatcher } from "@malamar/contract/task-filter.ts";
import type { TaskQuery, TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { pageCondition } from "#db/page-condition.ts";
import type { Stored } from "#db/row.ts";
import { NEEDS_PERSON } from "./attention-sql.ts";
import {
  createLiveTaskStore,
  LIVE,
  WITH_CURRENT_RUN,
  type LiveFacts,
  type LiveRow,
} from "./live-task-store.ts";
import { LISTED_TASK } from "./task-store.ts";

type Wanted = {
  workspace_id: WorkspaceId;
  before: string | null;
  agent_id: string | null;
  needs_me: "1" | null;
  limit: number;
};

type Counted = Pick<Wanted, "workspace_id" | "agent_id" | "needs_me">;
type Count = { count: number };

type ListedRow = Stored<Omit<TaskSummary, keyof LiveFacts>> & LiveRow;

const ROWS = `SELECT ${LISTED_TASK.list("t")}, ${LIVE} FROM tasks t ${WITH_CURRENT_RUN}`;

const WANTED = `t.workspace_id = $workspace_id AND ($agent_id IS NULL OR EXISTS (
  SELECT 1 FROM runs w WHERE w.task_id = t.id AND w.agent_id = $agent_id))
  AND ($needs_me IS NULL OR ${NEEDS_PERSON})`;

const SELECT = `${ROWS}
  WHERE ${WANTED}`;

const COUNT = "SELECT count(*) AS count FROM tasks t";

/** Its position says nothing in another workspace. */
const OF_WORKSPACE = "workspace_id = $workspace_id";

const BY_UPDATE = `
  AND ${pageCondition({ table: "tasks", as: "t", by: "updated_at", direction: "DESC", of: OF_WORKSPACE })}
  ORDER BY t.updated_at DESC, t.rowid DESC LIMIT $limit`;

/** In pickup order; if the row $before is gone, the list starts again. */
const IN_TODO = `
  AND t.status = 'todo' AND (1 - t.is_priority, t.position, t.rowid) >
    (SELECT 1 - is_priority, position, rowid FROM tasks WHERE id = $before AND ${OF_WORKSPACE}
     UNION ALL SELECT -1, 0, 0 LIMIT 1)
  ORDER BY t.is_priority DESC, t.position, t.rowid LIMIT $limit`;

/** The tasks of a workspace, as lists show them. */
export function createTaskListStore(db: Database) {
  const liveTasks = createLiveTaskStore(db);
  const selectAll = db.prepare<ListedRow, [Wanted]>(`${SELECT} ${BY_UPDATE}`);
  const selectInTodo = db.prepare<ListedRow, [Wanted]>(`${SELECT} ${IN_TODO}`);
  const selectByStatus = db.prepare<ListedRow, [Wanted & { status: TaskStatus }]>(
    `${SELECT} AND t.status = $status ${BY_UPDATE}`,
  );

  const countAll = db.prepare<Count, [Counted]>(`${COUNT} WHERE ${WANTED}`);
  const countByStatus = db.prepare<Count, [Counted & { status: TaskStatus }]>(
    `${COUNT} WHERE ${WANTED} AND t.status = $status`,
  );
  const selectOne = db.prepare<ListedRow, [TaskId]>(`${ROWS} WHERE t.id = ?`);

  function rowsOf(wanted: Wanted, status: TaskStatus | undefined) {
    if (status === undefined) return selectAll.all(wanted);
    if (status === "todo") return selectInTodo.all(wanted);
    return selectByStatus.all({ ...wanted, status });
  }

  /** Todo in pickup order, everything else with the newest update first. */
  function list(workspaceId: WorkspaceId, query: TaskQuery): TaskSummary[] {
    const { status, agent_id = null, needs_me = null, before = null, limit } = query;
    const matches = taskMatcher(query);
    // SQLite folds the case of ASCII letters only, so texts are compared here, in all rows.
    const most = matches === null ? (limit ?? -1) : -1;
    const wanted = { workspace_id: workspaceId, agent_id, needs_me, before, limit: most };
    const withFacts = liveTasks.reader(workspaceId);
    const tasks = rowsOf(wanted, status).map((row) => withFacts(LISTED_TASK.decode(row)));
    return matches ? tasks.filter(matches).slice(0, limit) : tasks;
  }

  return {
    /** One of them; null when it is deleted. */
    row(id: TaskId): TaskSummary | null {
      const row = selectOne.get(id);
      return row && liveTasks.reader(row.workspace_id)(LISTED_TASK.decode(row));
    },

    list,

    /** The number of matches, on any page. */
    count(workspaceId: WorkspaceId, query: TaskQuery): number {
      const { status, agent_id = null, needs_me = null } = query;
      if (taskMatcher(query) !== null) {
        return list(workspaceId, { ...query, before: undefined, limit: undefined }).length;
      }
      const counted = { workspace_id: workspaceId, agent_id, needs_me };
      const found =
        status === undefined ? countAll.get(counted) : countByStatus.get({ ...counted, status });
      return found!.count;
    },
  };
}

export type TaskListStore = ReturnType<typeof createTaskListStore>;
