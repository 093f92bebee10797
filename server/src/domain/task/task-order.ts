import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { PickupOrder } from "@malamar/contract/workspace.ts";
import { nameOf, requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { between } from "./position.ts";
import type { TaskOrderStore } from "./task-order-store.ts";
import type { TaskRow } from "./task-store.ts";

interface Deps {
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  taskOrderStore: TaskOrderStore;
}

/** The order of Todo. Each function is part of the unit of work that calls it. */
export function createTaskOrder({ unit, workspaceStore, taskOrderStore }: Deps) {
  /** All of them get another position, and no task event would say so. */
  function makeRoom(workspaceId: WorkspaceId): void {
    unit((emit) => {
      taskOrderStore.spread(workspaceId);
      const workspace = requireWorkspace(workspaceStore, workspaceId);
      emit({ type: "workspace.updated", ...nameOf(workspace) });
    });
  }

  /** Called again after the others have made room: then there is some. */
  function withRoom(workspaceId: WorkspaceId, place: () => number | null): number {
    const found = place();
    if (found !== null) return found;
    makeRoom(workspaceId);
    const now = place();
    if (now === null) throw new Error(`There is no room in the Todo of ${workspaceId}`);
    return now;
  }

  function beforeAll(workspaceId: WorkspaceId): number {
    return withRoom(workspaceId, () => between(null, taskOrderStore.first(workspaceId)));
  }

  function behindAll(workspaceId: WorkspaceId): number {
    return withRoom(workspaceId, () => between(taskOrderStore.last(workspaceId), null));
  }

  return {
    beforeAll,

    /** Where a new task goes. */
    forNew: (workspaceId: WorkspaceId, order: PickupOrder): number =>
      order === "oldest_first" ? behindAll(workspaceId) : beforeAll(workspaceId),

    /** After another task, read again in case they all make room; null means first. */
    behind: (task: TaskRow, read: () => TaskRow | null): number =>
      withRoom(task.workspace_id, () => {
        const other = read();
        // A prioritized task comes first, whatever its position.
        const before = other && !other.is_priority ? other.position : null;
        const next = taskOrderStore.next(task.workspace_id, before ?? -Number.MAX_VALUE, task.id);
        return between(before, next);
      }),

    /** Re-sorts the waiting tasks, as if all had been created in this order. */
    anew: (workspaceId: WorkspaceId, order: PickupOrder): void =>
      taskOrderStore.orderByNumber(workspaceId, order === "oldest_first" ? 1 : -1),
  };
}

export type TaskOrder = ReturnType<typeof createTaskOrder>;
