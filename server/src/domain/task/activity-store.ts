import type { Database } from "bun:sqlite";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { ActivityEvent, ActorType, TaskLog } from "@malamar/contract/task.ts";
import { authorName } from "#db/author-name.ts";
import { writtenAfter } from "#db/page-condition.ts";
import { describeRow, type Stored } from "#db/row.ts";

interface StoredLog {
  id: string;
  task_id: TaskId;
  workspace_id: WorkspaceId;
  event_type: ActivityEvent["event_type"];
  actor_type: ActorType;
  actor_id: string | null;
  metadata: ActivityEvent["metadata"];
  created_at: string;
}

/** An export writes the actor in another form. */
type Facts = { exported: boolean | "as author" };

export const logRow = describeRow<StoredLog, Facts>()("task_logs", {
  id: { is: "text", exported: false },
  task_id: { is: "text", exported: false },
  workspace_id: { is: "text", exported: false },
  event_type: { is: "text", exported: true },
  actor_type: { is: "text", exported: "as author" },
  actor_id: { is: "text or null", exported: "as author" },
  metadata: { is: "json or null", exported: true },
  created_at: { is: "text", exported: true },
});

const SELECT = `
  SELECT ${logRow.list("l")},
    ${authorName({ type: "l.actor_type", agentId: "l.actor_id" })} AS actor_name
  FROM task_logs l LEFT JOIN agents a ON a.id = l.actor_id`;

export function createActivityStore(db: Database) {
  // In insertion order: the clock may have been set back.
  const selectPage = db.prepare<Row, [{ task_id: TaskId; before: string | null; limit: number }]>(
    `${SELECT}
     WHERE l.task_id = $task_id AND ${writtenAfter("task_logs", "l", "task_id = $task_id")}
     ORDER BY l.rowid LIMIT $limit`,
  );
  const selectNewestFirst = db.prepare<Row, [TaskId]>(
    `${SELECT} WHERE l.task_id = ? ORDER BY l.rowid DESC`,
  );
  const selectLastMove = db.prepare<Row, [TaskId]>(
    `${SELECT} WHERE l.task_id = ? AND l.event_type = 'status_changed' ORDER BY l.rowid DESC LIMIT 1`,
  );
  const countAll = db.prepare<{ count: number }, [TaskId]>(
    "SELECT count(*) AS count FROM task_logs WHERE task_id = ?",
  );

  return {
    insert: logRow.inserter(db),

    /** Oldest first. */
    list: (taskId: TaskId, { limit, before }: PageQuery): TaskLog[] =>
      selectPage.all({ task_id: taskId, before: before ?? null, limit: limit ?? -1 }).map(decode),

    /** One by one, for a reader that stops when it has enough. */
    *newestFirst(taskId: TaskId): Generator<TaskLog> {
      for (const row of selectNewestFirst.iterate(taskId)) yield decode(row);
    },

    /** How the task got to its column; null if it never moved. */
    lastMove(taskId: TaskId): TaskLog | null {
      const row = selectLastMove.get(taskId);
      return row && decode(row);
    },

    count: (taskId: TaskId) => countAll.get(taskId)!.count,
  };
}

export type ActivityStore = ReturnType<typeof createActivityStore>;

type Row = Stored<StoredLog> & { actor_name: string };

function decode(row: Row): TaskLog {
  // Every row was written from an ActivityEvent of the contract.
  return logRow.decode(row) as TaskLog;
}
