import type { TaskId } from "@malamar/contract/ids.ts";
import { requireTask } from "#domain/task/task-service.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { GitError } from "#git/git-error.ts";
import { AppError } from "#lib/app-error.ts";
import type { CheckpointedPlace } from "./checkpoints.ts";
import type { OwnCheckout } from "./own-checkout.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { isThere } from "./worktree-links.ts";
import { requireOwnNames, worktreePlace } from "./worktree-place.ts";

/** Where the files of a task are now. */
export interface TaskFiles {
  place: CheckpointedPlace;
  /** The branch of its worktree; null in a person's own checkout, whose branch and index are theirs. */
  branch: string | null;
}

interface Deps {
  taskStore: TaskStore;
  workspaceStore: WorkspaceStore;
  worktreeStore: Pick<WorktreeStore, "ofTask">;
  ownCheckout: OwnCheckout;
}

/** The files of a task that can be stored now. Throws, for a person, where there are none. */
export function createFilesOfTask(deps: Deps) {
  const { taskStore, workspaceStore, worktreeStore, ownCheckout } = deps;

  async function find(id: TaskId): Promise<TaskFiles> {
    const workspace = requireWorkspace(workspaceStore, requireTask(taskStore, id).workspace_id);
    const { working_directory_mode: mode, working_directory_path: path } = workspace;
    if (mode === "git") {
      const row = worktreeStore.ofTask(id);
      if (row?.state !== "ready" || !isThere(row.path)) throw new AppError("CONFLICT", NO_WORKTREE);
      requireOwnNames(row);
      return { place: worktreePlace(row, workspace), branch: row.branch };
    }
    if (mode === "temp" || path === null) throw new AppError("CONFLICT", NO_REPOSITORY);
    if (!workspace.checkpoints) throw new AppError("CONFLICT", SWITCHED_OFF);
    const place = await ownCheckout(path, workspace, { task_id: id, chat_id: null });
    if (!place) throw new AppError("CONFLICT", NO_REPOSITORY);
    return { place, branch: null };
  }

  return async (id: TaskId): Promise<TaskFiles> => {
    try {
      return await find(id);
    } catch (error) {
      if (!(error instanceof GitError || error instanceof RepositoryProblem)) throw error;
      throw new AppError("CONFLICT", `${error.message}.`);
    }
  };
}

export type FilesOfTask = ReturnType<typeof createFilesOfTask>;

const NO_WORKTREE =
  "This task has no worktree now. It gets one when its team works on it; its checkpoints are kept.";
const NO_REPOSITORY = "The files of this task are in no repository, so nothing can be stored.";
const SWITCHED_OFF =
  "Checkpoints are switched off in this workspace. Switch them on in its settings first.";
