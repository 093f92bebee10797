import type { Database } from "bun:sqlite";
import type { AgentId, EngineId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { WaitReason } from "@malamar/contract/task.ts";
import { isDueSql, isFreeSql } from "#domain/queue/task-queue-store.ts";
import { ANY_PROGRAM, type TaskRow } from "./task-store.ts";

/** Why something cannot run now, and until when if a time is known. */
export type Wait = {
  reason: WaitReason;
  engine: EngineId | null;
  /** The agent whose engine it is. */
  agent_id: AgentId | null;
  detail: string | null;
  until: string | null;
};

export type HeldTask = Pick<TaskRow, "id" | "workspace_id" | "summary">;

/** Which of the waiting tasks: for this engine, in this workspace; by default all. */
export interface Waiting {
  engine?: EngineId;
  workspaceId?: WorkspaceId;
}

type DirectoryWait = { workspace_id: WorkspaceId; wait_detail: string | null };
type EngineWait = { id: TaskId; wait_cli: EngineId; waits_for: AgentId | null };

/** For waits for an engine: not for one agent's turn, but for any program of the team. */
const forProgram = (as: string) =>
  `${as}.wait_reason = 'engine' AND json_extract(${as}.loop_memory, '$.waits_for') IS '${ANY_PROGRAM}'`;
const FOR_PROGRAM = forProgram("tasks");

const RELEASE = `
  UPDATE tasks SET retry_at = NULL, wait_reason = NULL, wait_cli = NULL, wait_detail = NULL,
    updated_at = $now, attention_at = CASE WHEN failure_count > 0 THEN attention_at END,
    last_error = CASE WHEN failure_count > 0 THEN last_error END`;

/** What tasks wait for. A separate statement releases those that wait for a program. */
export function createTaskWaitStore(db: Database) {
  const holdDue = db.prepare<HeldTask, [Wait & { workspace_id: WorkspaceId; now: string }]>(
    `UPDATE tasks SET retry_at = $until, wait_reason = $reason, wait_cli = $engine,
       wait_detail = $detail, updated_at = $now,
       attention_at = CASE WHEN $reason = 'directory' THEN attention_at ELSE coalesce(attention_at, $now) END,
       loop_memory = CASE WHEN $agent_id IS NULL THEN loop_memory
         ELSE json_set(loop_memory, '$.waits_for', $agent_id) END
     WHERE workspace_id = $workspace_id AND ${isDueSql("tasks")}
       AND ($agent_id IS NULL OR json_extract(loop_memory, '$.pass') IS NULL)
       AND EXISTS (SELECT 1 FROM task_queue q WHERE q.task_id = tasks.id AND q.status = 'queued'
         AND ($agent_id IS NULL OR q.asks_agent_id IS NULL))
     RETURNING id, workspace_id, summary`,
  );
  const release = db.prepare<
    HeldTask,
    [{ reason: WaitReason; engine: EngineId | null; workspace_id: WorkspaceId | null; now: string }]
  >(
    `${RELEASE}
     WHERE wait_reason = $reason AND wait_cli IS coalesce($engine, wait_cli) AND NOT (${FOR_PROGRAM})
       AND workspace_id = coalesce($workspace_id, workspace_id)
       AND status IN ('todo', 'in_progress')
     RETURNING id, workspace_id, summary`,
  );
  const releaseProgram = db.prepare<HeldTask, [{ workspace_id: WorkspaceId; now: string }]>(
    `${RELEASE}
     WHERE ${FOR_PROGRAM} AND workspace_id = $workspace_id AND status IN ('todo', 'in_progress')
     RETURNING id, workspace_id, summary`,
  );
  const selectWithoutProgram = db.prepare<{ workspace_id: WorkspaceId }, []>(
    `SELECT DISTINCT workspace_id FROM tasks WHERE ${FOR_PROGRAM}`,
  );
  const selectForProgram = db.prepare<
    { id: TaskId },
    [{ engine: EngineId; notify_on_error: 0 | 1 }]
  >(
    `SELECT t.id FROM tasks t JOIN workspaces w ON w.id = t.workspace_id
     WHERE ${forProgram("t")} AND t.wait_cli = $engine
       AND w.notify_on_error >= $notify_on_error LIMIT 1`,
  );
  const selectTeller = db.prepare<{ id: TaskId }, [WorkspaceId]>(
    `SELECT id FROM tasks INDEXED BY tasks_with_error
     WHERE workspace_id = ? AND last_error IS NOT NULL AND ${FOR_PROGRAM} LIMIT 1`,
  );
  const selectFirstForProgram = db.prepare<{ id: TaskId }, [WorkspaceId]>(
    `SELECT id FROM tasks INDEXED BY tasks_by_wait
     WHERE ${FOR_PROGRAM} AND workspace_id = ? AND status IN ('todo', 'in_progress') LIMIT 1`,
  );
  const selectProbes = db.prepare<Pick<HeldTask, "id" | "workspace_id">, [EngineId]>(
    `SELECT id, workspace_id FROM (
       SELECT id, workspace_id, row_number() OVER (
         PARTITION BY workspace_id ORDER BY failure_count > 0 DESC, is_priority DESC, rowid) AS place
       FROM tasks WHERE wait_reason = 'engine' AND wait_cli = ? AND status IN ('todo', 'in_progress')
         AND NOT (${FOR_PROGRAM}) AND ${isFreeSql("tasks")})
     WHERE place = 1`,
  );
  const selectEnginesWaitedFor = db.prepare<{ engine: EngineId }, []>(
    `SELECT DISTINCT wait_cli AS engine FROM tasks
     WHERE wait_reason = 'engine' AND NOT (${FOR_PROGRAM})`,
  );
  const selectEnginesToProbe = db.prepare<{ engine: EngineId }, []>(
    `SELECT DISTINCT wait_cli AS engine FROM tasks
     WHERE wait_reason = 'engine' AND NOT (${FOR_PROGRAM}) AND ${isFreeSql("tasks")}`,
  );
  const selectHeld = db.prepare<{ id: TaskId }, [WaitReason]>(
    "SELECT id FROM tasks WHERE wait_reason = ? LIMIT 1",
  );
  const selectDirectoryWaits = db.prepare<DirectoryWait, []>(
    `SELECT DISTINCT workspace_id, wait_detail FROM tasks
     WHERE wait_reason = 'directory' AND status IN ('todo', 'in_progress')`,
  );
  const selectEngineWaits = db.prepare<EngineWait, [WorkspaceId]>(
    `SELECT id, wait_cli, json_extract(loop_memory, '$.waits_for') AS waits_for FROM tasks
     WHERE workspace_id = ? AND wait_reason IN ('quota', 'engine') AND NOT (${FOR_PROGRAM})
       AND status IN ('todo', 'in_progress')`,
  );
  const selectOverdue = db.prepare<{ id: TaskId }, [after: string]>(
    "SELECT id FROM tasks WHERE retry_at > ? AND wait_reason = 'backoff'",
  );

  return {
    /**
     * Everything due in the workspace waits; returns what that was. For an agent, only tasks whose
     * pass has not begun wait: in its middle another agent is next. If one agent is asked, that one
     * counts.
     */
    holdDue: (workspaceId: WorkspaceId, wait: Wait, now: string) =>
      holdDue.all({ ...wait, workspace_id: workspaceId, now }),

    /** Nothing waits for this anymore; returns the tasks that did. */
    release: (reason: WaitReason, { engine, workspaceId }: Waiting, now: string) =>
      release.all({ reason, engine: engine ?? null, workspace_id: workspaceId ?? null, now }),

    /** Nothing in the workspace waits for a program anymore; returns what did. */
    releaseProgram: (workspaceId: WorkspaceId, now: string) =>
      releaseProgram.all({ workspace_id: workspaceId, now }),

    workspacesWithoutProgram: () =>
      selectWithoutProgram.all().map(({ workspace_id }) => workspace_id),

    /**
     * Whether any task waits for this program; or any whose workspace wants notifications of
     * errors.
     */
    isProgramWaitedFor: (engine: EngineId, { notify_on_error }: { notify_on_error: boolean }) =>
      selectForProgram.get({ engine, notify_on_error: notify_on_error ? 1 : 0 }) !== null,

    /** Whether any task of the workspace that waits for a program has that as its error. */
    isProgramErrorTold: (workspaceId: WorkspaceId) => selectTeller.get(workspaceId) !== null,

    firstForProgram: (workspaceId: WorkspaceId) =>
      selectFirstForProgram.get(workspaceId)?.id ?? null,

    /** One task of each workspace that waits for the engine: first one that has failed on it. */
    probesFor: (engine: EngineId) => selectProbes.all(engine),

    enginesWaitedFor: () => selectEnginesWaitedFor.all().map(({ engine }) => engine),

    /** The engines that tasks ready for pickup wait for. */
    enginesToProbe: () => selectEnginesToProbe.all().map(({ engine }) => engine),

    hasHeld: (reason: WaitReason) => selectHeld.get(reason) !== null,

    /** The workspaces in which something waits for a directory, and for which worker. */
    directoryWaits: () => selectDirectoryWaits.all(),

    engineWaits: (workspaceId: WorkspaceId) => selectEngineWaits.all(workspaceId),

    backingOffBeyond: (time: string) => selectOverdue.all(time).map(({ id }) => id),
  };
}

export type TaskWaitStore = ReturnType<typeof createTaskWaitStore>;
