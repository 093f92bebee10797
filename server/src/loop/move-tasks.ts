import type { TaskId } from "@malamar/contract/ids.ts";
import type { Task, TaskChange, TaskStatus, UpdateTask } from "@malamar/contract/task.ts";
import type { Actor } from "#domain/actor/actor.ts";
import { requireTask, type TaskService } from "#domain/task/task-service.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { LeaveBranch } from "#repository/leave-branch.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { TaskWorkers } from "./task-workers.ts";

interface Deps extends Pick<
  LoopDeps,
  "unit" | "taskStore" | "workspaceStore" | "worktreeStore" | "active"
> {
  taskService: Pick<TaskService, "get" | "update" | "change" | "settle">;
  taskWorkers: Pick<TaskWorkers, "whileHeld">;
  leaveBranch: LeaveBranch;
}

/** Changes of a task by people. Moving it to Done first leaves its work on its branch. */
export function createTaskMoves(deps: Deps) {
  const { unit, taskStore, workspaceStore, worktreeStore, active } = deps;
  const { taskService, taskWorkers, leaveBranch } = deps;

  async function moving(id: TaskId, to: TaskStatus | undefined, write: () => void): Promise<void> {
    const task = requireTask(taskStore, id);
    const isToLeave = to === "done" && task.status === "in_review" && worktreeStore.ofTask(id);
    if (!isToLeave) return write();
    await taskWorkers.whileHeld(task.workspace_id, async () => {
      // An agent can still be at work in what the person has decided about.
      await active.stop("cancelled", ({ taskId }) => taskId === id);
      const workspace = requireWorkspace(workspaceStore, task.workspace_id);
      await leaveBranch({ workspace, task: requireTask(taskStore, id) });
      unit(() => {
        write();
        taskService.settle(id, "left");
      });
    });
  }

  return {
    async update(actor: Actor, id: TaskId, input: UpdateTask): Promise<Task> {
      await moving(id, input.status, () => taskService.update(actor, id, input));
      return taskService.get(id);
    },

    /** One task of a selection. */
    change: (actor: Actor, id: TaskId, change: Omit<TaskChange, "is_deleted">): Promise<void> =>
      moving(id, change.status, () => taskService.change(actor, id, change)),
  };
}

export type TaskMoves = ReturnType<typeof createTaskMoves>;
