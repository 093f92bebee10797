import type { Database } from "bun:sqlite";
import type { AgentId, EngineId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { WaitReason } from "@malamar/contract/task.ts";
import { isDueSql, isFreeSql } from "#domain/queue/task-queue-store.ts";
import type { TaskRow } from "./task-store.ts";

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

/** Which of the waiting tasks: for this engine, in this workspace; all if neither is given. */
export interface Waiting {
  engine?: EngineId;
  workspaceId?: WorkspaceId;
}

type DirectoryWait = { workspace_id: WorkspaceId; wait_detail: string | null };
type EngineWait = { id: TaskId; wait_cli: EngineId; waits_for: AgentId | null };

/** What tasks wait for. */
export function createTaskWaitStore(db: Database) {
  const holdDue = db.prepare<HeldTask, [Wait & { workspace_id: WorkspaceId; now: string }]>(
    `UPDATE tasks SET retry_at = $until, wait_reason = $reason, wait_cli = $engine,
       wait_detail = $detail, updated_at = $now,
       attention_at = CASE WHEN $reason = 'directory' THEN attention_at ELSE coalesce(attention_at, $now) END,
       loop_memory = CASE WHEN $agent_id IS NULL THEN loop_memory
         ELSE json_set(loop_memory, '$.waits_for', $agent_id) END
     WHERE workspace_id = $workspace_id AND ${isDueSql("tasks")}
       AND ($agent_id IS NULL OR json_extract(loop_memory, '$.pass') IS NULL)
       AND EXISTS (SELECT 1 FROM task_queue q WHERE q.task_id = tasks.id AND q.status = 'queued')
     RETURNING id, workspace_id, summary`,
  );
  const release = db.prepare<
    HeldTask,
    [{ reason: WaitReason; engine: EngineId | null; workspace_id: WorkspaceId | null; now: string }]
  >(
    `UPDATE tasks SET retry_at = NULL, wait_reason = NULL, wait_cli = NULL, wait_detail = NULL,
       updated_at = $now, attention_at = CASE WHEN failure_count > 0 THEN attention_at END
     WHERE wait_reason = $reason AND wait_cli IS coalesce($engine, wait_cli)
       AND workspace_id = coalesce($workspace_id, workspace_id)
       AND status IN ('todo', 'in_progress')
     RETURNING id, workspace_id, summary`,
  );
  const selectProbes = db.prepare<Pick<HeldTask, "id" | "workspace_id">, [EngineId]>(
    `SELECT id, workspace_id FROM (
       SELECT id, workspace_id, row_number() OVER (
         PARTITION BY workspace_id ORDER BY failure_count > 0 DESC, is_priority DESC, rowid) AS place
       FROM tasks WHERE wait_reason = 'engine' AND wait_cli = ? AND status IN ('todo', 'in_progress')
         AND ${isFreeSql("tasks")})
     WHERE place = 1`,
  );
  const selectEnginesWaitedFor = db.prepare<{ engine: EngineId }, []>(
    "SELECT DISTINCT wait_cli AS engine FROM tasks WHERE wait_reason = 'engine'",
  );
  const selectEnginesToProbe = db.prepare<{ engine: EngineId }, []>(
    `SELECT DISTINCT wait_cli AS engine FROM tasks
     WHERE wait_reason = 'engine' AND ${isFreeSql("tasks")}`,
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
     WHERE workspace_id = ? AND wait_reason IN ('quota', 'engine') AND status IN ('todo', 'in_progress')`,
  );
  const selectOverdue = db.prepare<{ id: TaskId }, [after: string]>(
    "SELECT id FROM tasks WHERE retry_at > ? AND wait_reason = 'backoff'",
  );

  return {
    /**
     * Everything in the workspace that is due waits; answers with what that was. For an agent wait those that
     * have their pass before them: in its middle another one is next.
     */
    holdDue: (workspaceId: WorkspaceId, wait: Wait, now: string) =>
      holdDue.all({ ...wait, workspace_id: workspaceId, now }),

    /** Nothing waits for this any more; answers with the tasks that did. */
    release: (reason: WaitReason, { engine, workspaceId }: Waiting, now: string) =>
      release.all({ reason, engine: engine ?? null, workspace_id: workspaceId ?? null, now }),

    /** One task of each workspace that waits for the engine: first one that it has failed on. */
    probesFor: (engine: EngineId) => selectProbes.all(engine),

    enginesWaitedFor: () => selectEnginesWaitedFor.all().map(({ engine }) => engine),

    /** The engines that a task which could be picked up waits for. */
    enginesToProbe: () => selectEnginesToProbe.all().map(({ engine }) => engine),

    hasHeld: (reason: WaitReason) => selectHeld.get(reason) !== null,

    /** The workspaces in which something waits for a directory, and who for. */
    directoryWaits: () => selectDirectoryWaits.all(),

    engineWaits: (workspaceId: WorkspaceId) => selectEngineWaits.all(workspaceId),

    backingOffBeyond: (time: string) => selectOverdue.all(time).map(({ id }) => id),
  };
}

export type TaskWaitStore = ReturnType<typeof createTaskWaitStore>;
