import type { Database } from "bun:sqlite";
import {
  DELETED_AGENT_NAME,
  SYSTEM_NAME,
  TRIGGER_NAME,
  USER_NAME,
} from "@malamar/contract/author.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/chat.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { ActorType, TaskLog } from "@malamar/contract/task.ts";
import { writtenAfter } from "#db/page-condition.ts";

/** A type and not an interface: only that can be bound to a statement by name. */
type StoredLog = {
  id: string;
  task_id: TaskId;
  workspace_id: WorkspaceId;
  event_type: string;
  actor_type: ActorType;
  actor_id: string | null;
  /** JSON. */
  metadata: string | null;
  created_at: string;
};

const SELECT = `
  SELECT l.id, l.task_id, l.workspace_id, l.event_type, l.actor_type, l.actor_id, l.metadata, l.created_at,
    CASE l.actor_type
      WHEN 'user' THEN '${USER_NAME}'
      WHEN 'system' THEN '${SYSTEM_NAME}'
      WHEN 'trigger' THEN '${TRIGGER_NAME}'
      ELSE iif(l.actor_id IS NULL, '${MALAMAR_AGENT_NAME}', coalesce(a.name, '${DELETED_AGENT_NAME}'))
    END AS actor_name
  FROM task_logs l LEFT JOIN agents a ON a.id = l.actor_id`;

export function createActivityStore(db: Database) {
  const insert = db.prepare<unknown, [StoredLog]>(
    `INSERT INTO task_logs (id, task_id, workspace_id, event_type, actor_type, actor_id, metadata, created_at)
     VALUES ($id, $task_id, $workspace_id, $event_type, $actor_type, $actor_id, $metadata, $created_at)`,
  );
  type Row = StoredLog & { actor_name: string };
  // All of them in the order of writing: the clock may have been put back.
  const selectPage = db.prepare<Row, [{ task_id: TaskId; before: string | null; limit: number }]>(
    `${SELECT}
     WHERE l.task_id = $task_id AND ${writtenAfter("task_logs", "l")}
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
    insert: (log: StoredLog) => void insert.run(log),

    /** Oldest first. */
    list: (taskId: TaskId, { limit, before }: PageQuery): TaskLog[] =>
      selectPage.all({ task_id: taskId, before: before ?? null, limit: limit ?? -1 }).map(decode),

    /** One by one, for a reader that stops when it has enough. */
    *newestFirst(taskId: TaskId): Generator<TaskLog> {
      for (const row of selectNewestFirst.iterate(taskId)) yield decode(row);
    },

    /** How the task came to where it is; null when it never moved. */
    lastMove(taskId: TaskId): TaskLog | null {
      const row = selectLastMove.get(taskId);
      return row && decode(row);
    },

    count: (taskId: TaskId) => countAll.get(taskId)!.count,
  };
}

export type ActivityStore = ReturnType<typeof createActivityStore>;

function decode(row: StoredLog & { actor_name: string }): TaskLog {
  const metadata: unknown = row.metadata === null ? null : JSON.parse(row.metadata);
  // Every row was written from an ActivityEvent of the contract.
  return { ...row, metadata } as TaskLog;
}
