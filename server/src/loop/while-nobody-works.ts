import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Wait } from "#domain/task/task-wait-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { AppError } from "#lib/app-error.ts";
import type { ActiveWork } from "./active-work.ts";
import type { Directories } from "./directories.ts";
import type { TaskWorkers } from "./task-workers.ts";

interface Deps {
  taskWorkers: Pick<TaskWorkers, "whileHeld">;
  active: Pick<ActiveWork, "has">;
  directories: Pick<Directories, "forTask">;
  workspaceStore: Pick<WorkspaceStore, "get">;
}

/** Names the task whose files are being replaced or moved. */
export interface TaskName {
  id: TaskId;
  /** The task, or even its workspace, may be deleted. */
  workspace_id: WorkspaceId;
}

/**
 * Does something with the files of a task, and keeps runs that use them from starting meanwhile.
 * Throws if one is active. The work may require the same for a whole directory tree.
 */
export function createWhileNobodyWorks(deps: Deps) {
  const { taskWorkers, active, directories, workspaceStore } = deps;

  return <Result>(
    { id, workspace_id }: TaskName,
    work: (requireAll: (directory: string) => void) => Promise<Result>,
  ): Promise<Result> =>
    taskWorkers.whileHeld(workspace_id, async () => {
      if (active.has(({ taskId }) => taskId === id)) {
        throw new AppError("CONFLICT", "This task has an active run. Stop it first.");
      }
      const workspace = workspaceStore.get(workspace_id);
      const seat = directories.forTask(id);
      if (workspace) requireFree(seat.claim(workspace));
      try {
        return await work((directory) => requireFree(seat.claimAll(directory)));
      } finally {
        seat.leave();
      }
    });
}

function requireFree(wait: Wait | null): void {
  if (!wait) return;
  throw new AppError(
    "CONFLICT",
    `Another run is using this directory: ${wait.detail}. Stop it first.`,
  );
}

export type WhileNobodyWorks = ReturnType<typeof createWhileNobodyWorks>;
