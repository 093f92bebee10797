import type { Database } from "bun:sqlite";
import type {
  AgentId,
  CommentId,
  EngineId,
  RunId,
  TaskId,
  WorkspaceId,
} from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { AttentionItem, GuardName, StoredTask, TaskSummary } from "@malamar/contract/task.ts";
import { columnList, insertInto, updateOf } from "#db/columns.ts";
import { pageCondition } from "#db/page-condition.ts";

/** What the loop knows about a task beyond what people see. */
interface LoopMemory {
  /** Errors of the same kind, counted in one comment each. The newest is the last. */
  errors?: Record<string, { comment_id: CommentId; count: number; since: string }>;
  /** What the team said in its last pass, and in how many passes in a row. */
  said?: { fingerprint: string; passes: number };
  /** The agent whose CLI has to have quota again. */
  waits_for?: AgentId;
  /** Agents that were refused for a quota, once for each time: a CLI is not believed for ever. */
  quota_waited?: AgentId[];
}

/** A task as it is stored. */
export interface TaskRow extends StoredTask {
  human_input_at: string | null;
  /** Since when it waits for a person; null when it does not. */
  attention_at: string | null;
  last_processed_at: string | null;
  loop_memory: LoopMemory;
  tripped_guard: { guard: GuardName; detail: string } | null;
}

type Encoded = Omit<TaskRow, "is_priority" | "loop_memory" | "tripped_guard"> & {
  is_priority: 0 | 1;
  loop_memory: string;
  tripped_guard: string | null;
};

const SHOWN = [
  "id",
  "workspace_id",
  "summary",
  "status",
  "is_priority",
  "pass_count",
  "failure_count",
  "retry_at",
  "wait_reason",
  "wait_cli",
  "last_error",
  "done_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof TaskRow)[];

const COLUMNS = [
  ...SHOWN,
  "description",
  "human_input_at",
  "attention_at",
  "last_processed_at",
  "loop_memory",
  "tripped_guard",
] as const satisfies readonly (keyof TaskRow)[];

const LIVE = `
  (SELECT count(*) FROM task_comments c WHERE c.task_id = t.id) AS comment_count,
  EXISTS (SELECT 1 FROM task_queue q WHERE q.task_id = t.id AND q.status = 'in_progress') AS is_processing,
  r.agent_name AS current_agent_name, r.id AS current_run_id, r.started_at AS current_run_started_at`;

const WITH_CURRENT_RUN = "LEFT JOIN runs r ON r.task_id = t.id AND r.status = 'running'";

type EncodedLive<Row> = Omit<Row, "is_priority" | "is_processing"> & {
  is_priority: 0 | 1;
  is_processing: 0 | 1;
};

/** What is going on with one task right now. */
export interface LiveFacts {
  comment_count: number;
  is_processing: boolean;
  current_agent_name: string | null;
  current_run_id: RunId | null;
  current_run_started_at: string | null;
}

type QuotaBlock = {
  workspace_id: WorkspaceId;
  agent_id: AgentId;
  engine: EngineId;
  until: string;
  now: string;
};

type QuotaWait = { id: TaskId; wait_cli: EngineId; waits_for: AgentId | null };

export function createTaskStore(db: Database) {
  const selectOne = db.prepare<Encoded, [TaskId]>(
    `SELECT ${columnList(COLUMNS)} FROM tasks WHERE id = ?`,
  );
  const insert = db.prepare<unknown, [Encoded]>(insertInto("tasks", COLUMNS));
  const update = db.prepare<unknown, [Encoded]>(updateOf("tasks", COLUMNS));
  const remove = db.prepare<unknown, [TaskId]>("DELETE FROM tasks WHERE id = ?");
  const selectLive = db.prepare<EncodedLive<LiveFacts>, [TaskId]>(
    `SELECT t.is_priority, ${LIVE} FROM tasks t ${WITH_CURRENT_RUN} WHERE t.id = ?`,
  );
  const selectPage = db.prepare<
    EncodedLive<TaskSummary>,
    [{ workspace_id: WorkspaceId; before: string | null; limit: number }]
  >(
    `SELECT ${columnList(SHOWN, "t")}, ${LIVE}
     FROM tasks t ${WITH_CURRENT_RUN}
     WHERE t.workspace_id = $workspace_id
       AND ${pageCondition({ table: "tasks", as: "t", by: "updated_at", direction: "DESC" })}
     ORDER BY t.updated_at DESC, t.rowid DESC LIMIT $limit`,
  );
  const selectIdsByStatus = db.prepare<{ id: TaskId }, [WorkspaceId, status: string]>(
    "SELECT id FROM tasks WHERE workspace_id = ? AND status = ?",
  );
  const selectDoneBefore = db.prepare<{ id: TaskId }, [WorkspaceId, before: string]>(
    "SELECT id FROM tasks WHERE workspace_id = ? AND status = 'done' AND done_at < ?",
  );
  const selectSome = db.prepare<{ id: TaskId }, [WorkspaceId, limit: number]>(
    "SELECT id FROM tasks WHERE workspace_id = ? LIMIT ?",
  );
  const selectPrioritized = db.prepare<{ id: TaskId }, [WorkspaceId]>(
    "SELECT id FROM tasks WHERE workspace_id = ? AND is_priority = 1",
  );
  const waitForQuota = db.prepare<{ id: TaskId; summary: string }, [QuotaBlock]>(
    `UPDATE tasks SET retry_at = $until, wait_reason = 'quota', wait_cli = $engine, updated_at = $now,
       attention_at = coalesce(attention_at, $now),
       loop_memory = json_set(loop_memory, '$.waits_for', $agent_id)
     WHERE workspace_id = $workspace_id AND status IN ('todo', 'in_progress')
       AND (retry_at IS NULL OR retry_at <= $now)
       AND EXISTS (SELECT 1 FROM task_queue q WHERE q.task_id = tasks.id AND q.status = 'queued')
     RETURNING id, summary`,
  );
  const selectQuotaWaits = db.prepare<QuotaWait, [WorkspaceId]>(
    `SELECT id, wait_cli, json_extract(loop_memory, '$.waits_for') AS waits_for FROM tasks
     WHERE workspace_id = ? AND wait_reason = 'quota' AND status IN ('todo', 'in_progress')`,
  );
  const selectWaitingForQuota = db.prepare<{ id: TaskId }, [EngineId]>(
    "SELECT id FROM tasks WHERE retry_at IS NOT NULL AND wait_reason = 'quota' AND wait_cli = ?",
  );
  const selectOverdue = db.prepare<{ id: TaskId }, [after: string]>(
    "SELECT id FROM tasks WHERE retry_at > ? AND wait_reason = 'backoff'",
  );
  const selectAttention = db.prepare<AttentionRow, []>(ATTENTION);

  return {
    get(id: TaskId): TaskRow | null {
      const row = selectOne.get(id);
      return row && decode(row);
    },

    insert: (task: TaskRow) => void insert.run(encode(task)),

    update: (task: TaskRow) => void update.run(encode(task)),

    /** Takes its comments, logs, queue items and runs with it. */
    remove: (id: TaskId) => void remove.run(id),

    live(id: TaskId): LiveFacts {
      const { is_priority: _, ...row } = selectLive.get(id)!;
      return { ...row, is_processing: row.is_processing === 1 };
    },

    /** Newest update first. The rows themselves are changed: a copy of ten thousand would double them. */
    list: (workspaceId: WorkspaceId, { limit, before }: PageQuery): TaskSummary[] =>
      selectPage
        .all({ workspace_id: workspaceId, before: before ?? null, limit: limit ?? -1 })
        .map((row) =>
          Object.assign(row, {
            is_priority: row.is_priority === 1,
            is_processing: row.is_processing === 1,
          }),
        ),

    idsByStatus: (workspaceId: WorkspaceId, status: StoredTask["status"]) =>
      selectIdsByStatus.all(workspaceId, status).map(({ id }) => id),

    /** Any of them, at most so many. */
    someIds: (workspaceId: WorkspaceId, limit: number) =>
      selectSome.all(workspaceId, limit).map(({ id }) => id),

    idsDoneBefore: (workspaceId: WorkspaceId, before: string) =>
      selectDoneBefore.all(workspaceId, before).map(({ id }) => id),

    /** At most one, by the rules. */
    prioritized: (workspaceId: WorkspaceId) => selectPrioritized.get(workspaceId)?.id ?? null,

    /** Everything in the workspace that is due waits for the agent's engine; answers with what that was. */
    waitForQuota: (block: QuotaBlock) => waitForQuota.all(block),

    quotaWaits: (workspaceId: WorkspaceId) => selectQuotaWaits.all(workspaceId),

    waitingForQuota: (engine: EngineId) => selectWaitingForQuota.all(engine).map(({ id }) => id),

    backingOffBeyond: (time: string) => selectOverdue.all(time).map(({ id }) => id),

    /** Over all workspaces, what has waited longest first. */
    attention: (): AttentionItem[] =>
      selectAttention.all().map(({ tripped_guard, last_error, ...row }) => {
        const guard = decodeGuard(tripped_guard);
        return { ...row, detail: guard?.detail ?? last_error, guard: guard?.guard ?? null };
      }),
  };
}

export type TaskStore = ReturnType<typeof createTaskStore>;

type AttentionRow = Omit<AttentionItem, "detail" | "guard"> & {
  tripped_guard: string | null;
  last_error: string | null;
};

const attentionBranch = (reason: AttentionItem["reason"], where: string) => `
  SELECT '${reason}' AS reason, t.workspace_id, w.title AS workspace_title, t.id AS task_id,
    t.summary AS task_summary, t.status, t.tripped_guard, t.last_error, t.retry_at, t.wait_cli,
    coalesce(t.attention_at, t.updated_at) AS since
  FROM tasks t JOIN workspaces w ON w.id = t.workspace_id
  WHERE ${where}`;

const ATTENTION = `${[
  attentionBranch("in_review", "t.status = 'in_review'"),
  attentionBranch(
    "error",
    "t.failure_count > 0 AND t.status IN ('todo', 'in_progress') AND t.wait_reason IS NOT 'quota'",
  ),
  attentionBranch(
    "quota",
    "t.retry_at IS NOT NULL AND t.wait_reason = 'quota' AND t.status IN ('todo', 'in_progress')",
  ),
].join(" UNION ALL ")} ORDER BY since, task_id`;

function decode(row: Encoded): TaskRow {
  return {
    ...row,
    is_priority: row.is_priority === 1,
    // Written by encode() below, and by nobody else.
    loop_memory: JSON.parse(row.loop_memory) as LoopMemory,
    tripped_guard: decodeGuard(row.tripped_guard),
  };
}

function decodeGuard(text: string | null): TaskRow["tripped_guard"] {
  return text === null ? null : (JSON.parse(text) as TaskRow["tripped_guard"]);
}

function encode(task: TaskRow): Encoded {
  return {
    ...task,
    is_priority: task.is_priority ? 1 : 0,
    loop_memory: JSON.stringify(task.loop_memory),
    tripped_guard: task.tripped_guard && JSON.stringify(task.tripped_guard),
  };
}
