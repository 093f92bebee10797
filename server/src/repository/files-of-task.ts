import type { TaskId } from "@malamar/contract/ids.ts";
import { requireTask } from "#domain/task/task-service.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { StoredWorkspace, WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { isAborted } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { AppError } from "#lib/app-error.ts";
import type { CheckpointedPlace } from "./checkpoints.ts";
import type { OwnCheckout } from "./own-checkout.ts";
import { laneOf } from "./names.ts";
import { askRepository, isTrouble } from "./repository-trouble.ts";
import { worktreePlace } from "./worktree-place.ts";
import type { Worktrees } from "./worktrees.ts";

/** Where the files of a task are now. */
export interface TaskFiles {
  place: CheckpointedPlace;
  /** The branch of its worktree; null in a person's own checkout, whose branch we never change. */
  branch: string | null;
}

interface Deps {
  git: Git;
  taskStore: TaskStore;
  workspaceStore: WorkspaceStore;
  worktreeStore: Pick<WorktreeStore, "ofTask">;
  worktrees: Pick<Worktrees, "locate">;
  ownCheckout: OwnCheckout;
}

/**
 * Lets a person do something with the files of a task while nobody moves or removes them. Throws an
 * error for people if there are no files to store, or if git refuses.
 */
export function createFilesOfTask(deps: Deps) {
  const { git, taskStore, workspaceStore, worktreeStore, worktrees, ownCheckout } = deps;

  function workspaceOf(id: TaskId): StoredWorkspace {
    return requireWorkspace(workspaceStore, requireTask(taskStore, id).workspace_id);
  }

  function isBeingMade(id: TaskId): boolean {
    if (workspaceOf(id).working_directory_mode !== "git") return false;
    return worktreeStore.ofTask(id)?.state === "creating";
  }

  async function find(id: TaskId): Promise<TaskFiles> {
    const workspace = workspaceOf(id);
    const { working_directory_mode: mode, working_directory_path: path } = workspace;
    if (mode === "git") {
      const known = worktreeStore.ofTask(id);
      if (!known) throw new AppError("CONFLICT", NO_WORKTREE);
      const { is, row } = await worktrees.locate(known, workspace);
      if (is !== "there" || row.state !== "ready") throw new AppError("CONFLICT", NO_WORKTREE);
      return { place: worktreePlace(row, workspace), branch: row.branch };
    }
    if (mode === "temp" || path === null) throw new AppError("CONFLICT", NO_REPOSITORY);
    if (!workspace.checkpoints) throw new AppError("CONFLICT", SWITCHED_OFF);
    const place = await ownCheckout(path, workspace, { task_id: id, chat_id: null });
    if (!place) throw new AppError("CONFLICT", NO_REPOSITORY);
    return { place, branch: null };
  }

  async function findOrRefuse(id: TaskId): Promise<TaskFiles> {
    try {
      return await find(id);
    } catch (error) {
      if (!isTrouble(error) || isAborted(error)) throw error;
      throw new AppError("CONFLICT", `${error.message}.`);
    }
  }

  return async <Result>(
    id: TaskId,
    work: (files: TaskFiles) => Promise<Result>,
  ): Promise<Result> => {
    // Creating one can take minutes, and nobody should wait for that.
    if (isBeingMade(id)) throw new AppError("CONFLICT", NO_WORKTREE);
    return git.alone(laneOf(id), async () => {
      const files = await findOrRefuse(id);
      return askRepository(files.place.repository, () => work(files));
    });
  };
}

export type FilesOfTask = ReturnType<typeof createFilesOfTask>;

const NO_WORKTREE =
  "This task has no worktree right now. The next run creates one; its checkpoints are kept.";
const NO_REPOSITORY =
  "The files of this task are not in a repository, so there is nothing to store.";
const SWITCHED_OFF = "Checkpoints are off for this workspace. Turn them on in its settings first.";
