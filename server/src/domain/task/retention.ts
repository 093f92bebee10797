import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { DAY_MS, type Clock } from "#lib/clock.ts";
import type { TaskStore } from "./task-store.ts";

interface Deps {
  workspaceStore: WorkspaceStore;
  taskStore: TaskStore;
  clock: Clock;
}

/** Which Done tasks have been kept as long as their workspace wants. */
export function createRetention({ workspaceStore, taskStore, clock }: Deps) {
  return {
    expiredIn(workspaceId: WorkspaceId): TaskId[] {
      const end = endIn(workspaceId);
      return end === null ? [] : taskStore.idsDoneBefore(workspaceId, end);
    },

    /** Also false for a task that is gone or was moved out of Done. */
    isExpired(id: TaskId): boolean {
      const task = taskStore.get(id);
      if (task?.status !== "done" || task.done_at === null) return false;
      const end = endIn(task.workspace_id);
      return end !== null && task.done_at < end;
    },
  };

  function endIn(workspaceId: WorkspaceId): string | null {
    const workspace = workspaceStore.get(workspaceId);
    if (!workspace?.auto_delete_done_tasks) return null;
    return retentionEnd(workspace.retention_days, clock());
  }
}

export type Retention = ReturnType<typeof createRetention>;

/** Tasks that were Done before this time have been kept long enough; null: keep all. */
function retentionEnd(days: number, now: string): string | null {
  if (days === 0) return null;
  const end = Date.parse(now) - days * DAY_MS;
  // The number of days has no limit, and before 1970 there was no task.
  return end > 0 ? new Date(end).toISOString() : null;
}
