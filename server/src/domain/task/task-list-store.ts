import type { Database } from "bun:sqlite";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { foldedLabel } from "@malamar/contract/label.ts";
import type { TaskQuery, TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { pageCondition } from "#db/page-condition.ts";
import type { Stored } from "#db/row.ts";
import { LISTED_TASK, LIVE, WITH_CURRENT_RUN, withFlag } from "./task-store.ts";

type Wanted = {
  workspace_id: WorkspaceId;
  before: string | null;
  agent_id: string | null;
  limit: number;
};

const SELECT = `SELECT ${LISTED_TASK.list("t")}, ${LIVE} FROM tasks t ${WITH_CURRENT_RUN}
  WHERE t.workspace_id = $workspace_id AND ($agent_id IS NULL OR EXISTS (
    SELECT 1 FROM runs w WHERE w.task_id = t.id AND w.agent_id = $agent_id))`;

const BY_UPDATE = `
  AND ${pageCondition({ table: "tasks", as: "t", by: "updated_at", direction: "DESC" })}
  ORDER BY t.updated_at DESC, t.rowid DESC LIMIT $limit`;

/** In pickup order; if the row $before is gone, the list starts again. */
const IN_TODO = `
  AND t.status = 'todo' AND (1 - t.is_priority, t.position, t.rowid) >
    (SELECT 1 - is_priority, position, rowid FROM tasks WHERE id = $before
     UNION ALL SELECT -1, 0, 0 LIMIT 1)
  ORDER BY t.is_priority DESC, t.position, t.rowid LIMIT $limit`;

/** The tasks of a workspace, as lists show them. */
export function createTaskListStore(db: Database) {
  const selectAll = db.prepare<Stored<TaskSummary>, [Wanted]>(`${SELECT} ${BY_UPDATE}`);
  const selectInTodo = db.prepare<Stored<TaskSummary>, [Wanted]>(`${SELECT} ${IN_TODO}`);
  const selectByStatus = db.prepare<Stored<TaskSummary>, [Wanted & { status: TaskStatus }]>(
    `${SELECT} AND t.status = $status ${BY_UPDATE}`,
  );

  function rowsOf(wanted: Wanted, status: TaskStatus | undefined) {
    if (status === undefined) return selectAll.all(wanted);
    if (status === "todo") return selectInTodo.all(wanted);
    return selectByStatus.all({ ...wanted, status });
  }

  return {
    /** Todo in the order of pickup, all else with the newest update first. */
    list(workspaceId: WorkspaceId, query: TaskQuery): TaskSummary[] {
      const { status, agent_id = null, before = null, limit } = query;
      const matches = matcherOf(query);
      // Of what SQL cannot tell, all rows are looked at.
      const most = matches === null ? (limit ?? -1) : -1;
      const wanted = { workspace_id: workspaceId, agent_id, before, limit: most };
      const tasks = rowsOf(wanted, status).map((row) => withFlag(LISTED_TASK.decode(row)));
      return matches ? tasks.filter(matches).slice(0, limit) : tasks;
    },
  };
}

export type TaskListStore = ReturnType<typeof createTaskListStore>;

type Matcher = (task: TaskSummary) => boolean;

/** SQLite folds the case of ASCII letters only, so texts are compared here. */
function matcherOf({ label, q }: TaskQuery): Matcher | null {
  const words = q?.trim().toLowerCase() ?? "";
  const wanted = label === undefined ? null : foldedLabel(label.trim());
  if (words === "" && wanted === null) return null;
  return ({ summary, number, labels }) =>
    (words === "" || summary.toLowerCase().includes(words) || words === `#${number}`) &&
    (wanted === null || labels.some((each) => foldedLabel(each) === wanted));
}
