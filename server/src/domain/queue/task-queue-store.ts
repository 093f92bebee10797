import type { Database } from "bun:sqlite";
import type { AgentId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { QueueStatus } from "@malamar/contract/queue.ts";
import { describeRow, type Stored } from "#db/row.ts";
import { newId } from "#lib/id.ts";
import { TIMED_WAITS, type Candidate } from "./pickup.ts";

interface TaskQueueItem {
  id: string;
  task_id: TaskId;
  workspace_id: WorkspaceId;
  status: QueueStatus;
  /** Only this agent runs; null for the whole team. */
  asks_agent_id: AgentId | null;
  created_at: string;
  updated_at: string;
}

export const taskQueueRow = describeRow<TaskQueueItem>()("task_queue", {
  id: { is: "text" },
  task_id: { is: "text" },
  workspace_id: { is: "text" },
  status: { is: "text", default: "queued" },
  asks_agent_id: { is: "text or null", default: null },
  created_at: { is: "text" },
  updated_at: { is: "text" },
});

/** The rule of pickup.ts in SQL, for a table with this alias and the time in $now. */
export function isDueSql(as: string): string {
  const timed = TIMED_WAITS.map((reason) => `'${reason}'`).join(", ");
  return `${as}.status IN ('todo', 'in_progress') AND ${isFreeSql(as)}
    AND (${as}.wait_reason IS NULL OR ${as}.wait_reason IN (${timed}))
    AND (${as}.retry_at IS NULL OR ${as}.retry_at <= $now)`;
}

/** Nothing holds it back: neither a hold on the task nor a pause of its workspace. */
export function isFreeSql(as: string): string {
  return `${as}.is_on_hold = 0
    AND (SELECT is_paused FROM workspaces WHERE workspaces.id = ${as}.workspace_id) = 0`;
}

const CANDIDATE = `q.id AS item_id, q.task_id, q.asks_agent_id, t.status AS task_status, t.is_priority, t.position,
  t.is_on_hold, t.wait_reason, t.retry_at, t.last_processed_at,
  (SELECT is_paused FROM workspaces WHERE workspaces.id = t.workspace_id) AS is_paused`;

const IS_DUE = isDueSql("t");

/**
 * However many tasks wait, one of these three is next. Each asks an index for its first rows; the
 * joins are CROSS so that SQLite starts with that index and does not sort the whole queue.
 */
const FIRST_CANDIDATES = [
  `SELECT ${CANDIDATE} FROM tasks t INDEXED BY tasks_prioritized
   CROSS JOIN task_queue q ON q.task_id = t.id AND q.status = 'queued'
   WHERE t.workspace_id = $workspace_id AND t.is_priority = 1 AND ${IS_DUE} LIMIT 1`,
  `SELECT ${CANDIDATE} FROM tasks t INDEXED BY tasks_in_progress
   CROSS JOIN task_queue q ON q.task_id = t.id AND q.status = 'queued'
   WHERE t.workspace_id = $workspace_id AND t.status = 'in_progress' AND ${IS_DUE}
   ORDER BY t.last_processed_at DESC LIMIT 1`,
  `SELECT ${CANDIDATE} FROM tasks t INDEXED BY tasks_in_todo
   CROSS JOIN task_queue q ON q.task_id = t.id AND q.status = 'queued'
   WHERE t.workspace_id = $workspace_id AND t.status = 'todo' AND t.is_priority = 0 AND ${IS_DUE}
   ORDER BY t.position LIMIT 1`,
];

/** Requests to work on a task. */
export function createTaskQueueStore(db: Database) {
  const bump = db.prepare<unknown, [at: string, TaskId]>(
    "UPDATE task_queue SET updated_at = ? WHERE task_id = ? AND status = 'queued'",
  );
  const insert = taskQueueRow.inserter(db);
  const setAsked = db.prepare<unknown, [AgentId | null, TaskId]>(
    "UPDATE task_queue SET asks_agent_id = ? WHERE task_id = ? AND status = 'queued'",
  );
  const selectUnanswered = db.prepare<{ asks_agent_id: AgentId | null }, [TaskId]>(
    `SELECT CASE WHEN status IN ('in_progress', 'failed') THEN asks_agent_id END AS asks_agent_id
     FROM task_queue WHERE task_id = ? ORDER BY rowid DESC LIMIT 1`,
  );
  const setStatus = db.prepare<unknown, [QueueStatus, at: string, id: string]>(
    "UPDATE task_queue SET status = ?, updated_at = ? WHERE id = ?",
  );
  const dropQueued = db.prepare<unknown, [TaskId]>(
    "DELETE FROM task_queue WHERE task_id = ? AND status = 'queued'",
  );
  const selectQueued = db.prepare<Pick<TaskQueueItem, "asks_agent_id">, [TaskId]>(
    "SELECT asks_agent_id FROM task_queue WHERE task_id = ? AND status = 'queued'",
  );
  const selectAskedBy = db.prepare<Pick<TaskQueueItem, "asks_agent_id">, [id: string]>(
    "SELECT asks_agent_id FROM task_queue WHERE id = ?",
  );
  const selectOpen = db.prepare<{ id: string }, [TaskId]>(
    "SELECT id FROM task_queue WHERE task_id = ? AND status IN ('queued', 'in_progress') LIMIT 1",
  );
  const selectRunning = db.prepare<TaskQueueItem, []>(
    `SELECT ${taskQueueRow.list()} FROM task_queue WHERE status = 'in_progress'`,
  );
  const firstCandidates = FIRST_CANDIDATES.map((sql) =>
    db.prepare<Stored<Candidate>, [{ workspace_id: WorkspaceId; now: string }]>(sql),
  );
  const selectDue = db.prepare<{ workspace_id: WorkspaceId }, [{ now: string }]>(
    `SELECT w.id AS workspace_id FROM workspaces w WHERE EXISTS (
       SELECT 1 FROM task_queue q CROSS JOIN tasks t ON t.id = q.task_id
       WHERE q.workspace_id = w.id AND q.status = 'queued' AND ${IS_DUE})`,
  );
  const selectNextRetry = db.prepare<{ at: string | null }, [now: string]>(
    `SELECT min(retry_at) AS at FROM tasks
     WHERE retry_at > ? AND status IN ('todo', 'in_progress')`,
  );

  return {
    /** Queues the task, or moves its queued item forward: never two items for one task. */
    enqueue(task: { id: TaskId; workspace_id: WorkspaceId }, at: string): void {
      if (bump.run(at, task.id).changes > 0) return;
      insert(itemFor(task, at));
    },

    /** Queues the task if nothing is queued for it; otherwise it keeps its place. */
    ensureQueued(task: { id: TaskId; workspace_id: WorkspaceId }, at: string): void {
      if (selectQueued.get(task.id)) return;
      insert(itemFor(task, at));
    },

    /** Whom the task's queued item asks: one agent, or null for the whole team. */
    ask: (taskId: TaskId, agentId: AgentId | null) => void setAsked.run(agentId, taskId),

    /** The agent that this item asks; null for the whole team. */
    askedBy: (id: string) => selectAskedBy.get(id)?.asks_agent_id ?? null,

    /**
     * The agent that the queued item asks; null when that is the whole team, or nothing is queued.
     */
    asked: (taskId: TaskId) => selectQueued.get(taskId)?.asks_agent_id ?? null,

    /** Nobody should work on the task anymore. */
    drop: (taskId: TaskId) => void dropQueued.run(taskId),

    /** Whether someone works on it, or will. */
    hasOpen: (taskId: TaskId) => selectOpen.get(taskId) !== null,

    hasQueued: (taskId: TaskId) => selectQueued.get(taskId) !== null,

    /** The due items that contain the next one. */
    candidates(workspaceId: WorkspaceId, now: string): Candidate[] {
      return firstCandidates.flatMap((query) => {
        const row = query.get({ workspace_id: workspaceId, now });
        return row ? decoded(row) : [];
      });
    },

    start: (id: string, at: string) => void setStatus.run("in_progress", at, id),

    finish: (id: string, status: "completed" | "failed", at: string) =>
      void setStatus.run(status, at, id),

    /** Back to where it was before it was picked. */
    putBack: (id: string, at: string) => void setStatus.run("queued", at, id),

    /** Active items; at startup, the ones that the previous process left behind. */
    inProgress: () => selectRunning.all(),

    /** Workspaces that have something due. */
    due: (now: string) => selectDue.all({ now }).map((row) => row.workspace_id),

    /** When the next waiting task is due. */
    nextRetryAt: (now: string) => selectNextRetry.get(now)!.at,
  };

  /** The replacement of an unfinished item asks the same agent. */
  function itemFor(task: { id: TaskId; workspace_id: WorkspaceId }, at: string) {
    const { id: task_id, workspace_id } = task;
    const asks_agent_id = selectUnanswered.get(task_id)?.asks_agent_id ?? null;
    return {
      id: newId<string>(),
      task_id,
      workspace_id,
      asks_agent_id,
      created_at: at,
      updated_at: at,
    };
  }
}

function decoded(row: Stored<Candidate>): Candidate {
  return {
    ...row,
    is_priority: row.is_priority === 1,
    is_on_hold: row.is_on_hold === 1,
    is_paused: row.is_paused === 1,
  };
}

export type TaskQueueStore = ReturnType<typeof createTaskQueueStore>;
