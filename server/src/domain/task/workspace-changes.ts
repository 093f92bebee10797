import type { Actor } from "#domain/actor/actor.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { requireTask } from "./task-service.ts";
import type { JournalDeps, TaskJournal } from "./task-journal.ts";

type Deps = Pick<JournalDeps, "taskStore" | "taskOrder"> & { taskJournal: TaskJournal };

/**
 * What the settings of a workspace mean for its tasks. Part of the unit of work that changes them.
 */
export function createWorkspaceChanges({ taskStore, taskOrder, taskJournal }: Deps) {
  return (actor: Actor, before: StoredWorkspace, now: StoredWorkspace): void => {
    if (before.is_paused !== now.is_paused) logPause(actor, now);
    if (before.pickup_order !== now.pickup_order) taskOrder.anew(now.id, now.pickup_order);
  };

  /** An activity log belongs to a task, so each task that this stops or resumes gets an entry. */
  function logPause(actor: Actor, { id, is_paused }: StoredWorkspace): void {
    const event_type = is_paused ? "workspace_paused" : "workspace_resumed";
    for (const status of ["todo", "in_progress"] as const) {
      for (const taskId of taskStore.idsByStatus(id, status)) {
        taskJournal.log(actor, requireTask(taskStore, taskId), { event_type, metadata: null });
      }
    }
  }
}

export type WorkspaceChanges = ReturnType<typeof createWorkspaceChanges>;
