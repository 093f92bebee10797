import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { DAY_MS, later, type Clock } from "#lib/clock.ts";
import type { WorktreeRow, WorktreeStore } from "./worktree-store.ts";

/** Long enough to notice that something in it is still needed. */
const KEPT_MS = DAY_MS;

interface Deps {
  unit: UnitOfWork;
  worktreeStore: Pick<WorktreeStore, "ofTask" | "ofWorkspace" | "update">;
  clock: Clock;
}

/**
 * When a worktree may be removed: a day after its task is Done or deleted. Deleting a task or a
 * workspace deletes no work. Each is part of the unit of work that changes the task.
 */
export function createWorktreeTimes({ unit, worktreeStore, clock }: Deps) {
  function set(worktree: WorktreeRow, removable_at: string | null): void {
    if (worktree.removable_at === removable_at) return;
    unit((emit) => {
      worktreeStore.update({ ...worktree, removable_at, updated_at: clock() });
      emit({
        type: "worktree.updated",
        workspace_id: worktree.workspace_id,
        worktree_id: worktree.id,
      });
    });
  }

  /** A worktree that is already waiting to be removed does not wait longer. */
  function setDue(worktree: WorktreeRow): void {
    set(worktree, worktree.removable_at ?? later(clock(), KEPT_MS));
  }

  return {
    setDue,

    /** Someone is working on its task again. */
    setOpen: (worktree: WorktreeRow) => set(worktree, null),

    taskMoved(id: TaskId, to: TaskStatus): void {
      const worktree = worktreeStore.ofTask(id);
      if (!worktree) return;
      if (to === "done") setDue(worktree);
      else set(worktree, null);
    },

    taskRemoved(id: TaskId): void {
      const worktree = worktreeStore.ofTask(id);
      if (worktree) setDue(worktree);
    },

    workspaceRemoved(id: WorkspaceId): void {
      for (const worktree of worktreeStore.ofWorkspace(id)) setDue(worktree);
    },
  };
}

export type WorktreeTimes = ReturnType<typeof createWorktreeTimes>;
