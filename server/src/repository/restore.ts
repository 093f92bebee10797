import type { CheckpointId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import {
  SHOWN_CHECKPOINT,
  type CheckpointRow,
  type CheckpointStore,
} from "#domain/checkpoint/checkpoint-store.ts";
import type { RestoreStore } from "#domain/checkpoint/restore-store.ts";
import { nameOf, type TaskJournal } from "#domain/task/task-journal.ts";
import { requireTask } from "#domain/task/task-service.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { checkOutCommit, dropOperations } from "#git/checked-out.ts";
import type { Git } from "#git/git.ts";
import { restoreTree } from "#git/snapshot.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import type { ChangeEnds } from "./change-ends.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { FilesOfTask, TaskFiles } from "./files-of-task.ts";
import { askRepository } from "./repository-trouble.ts";

interface Deps {
  git: Git;
  unit: UnitOfWork;
  taskStore: TaskStore;
  taskJournal: Pick<TaskJournal, "log" | "tell">;
  checkpointStore: Pick<CheckpointStore, "last">;
  restoreStore: RestoreStore;
  checkpoints: Pick<Checkpoints, "take" | "snapshotPlace">;
  changeEnds: Pick<ChangeEnds, "requireCheckpoint" | "repositoryOf">;
  /** Throws where there are none that could be stored. */
  filesOf: FilesOfTask;
  /** Throws while somebody works on the task; nobody begins in the meantime. */
  whileNobodyWorks: <Result>(
    task: { workspace_id: WorkspaceId; id: TaskId },
    work: () => Promise<Result>,
  ) => Promise<Result>;
  logger: Logger;
}

/** Puts the files of a task back into a state that was stored. */
export function createRestore(deps: Deps) {
  const { git, unit, taskStore, taskJournal, checkpointStore, restoreStore } = deps;
  const { checkpoints, changeEnds, filesOf, logger } = deps;

  async function restore(actor: Actor, id: TaskId, wanted: CheckpointId): Promise<CheckpointRow> {
    const { workspace_id } = requireTask(taskStore, id);
    const checkpoint = changeEnds.requireCheckpoint({ task_id: id }, wanted);
    return deps.whileNobodyWorks({ workspace_id, id }, async () => {
      const { place, branch } = await filesOf(id);
      if (place.repository !== changeEnds.repositoryOf(checkpoint)) {
        throw new AppError(
          "CONFLICT",
          "This checkpoint is of another repository than the one that the task works in now.",
        );
      }
      return askRepository(place.repository, () =>
        git.alone(`files of ${id}`, () => putBack(actor, id, checkpoint, { place, branch })),
      );
    });
  }

  /** What was there before is stored first: restoring that undoes it. */
  async function putBack(
    actor: Actor,
    id: TaskId,
    checkpoint: CheckpointRow,
    { place, branch }: TaskFiles,
  ): Promise<CheckpointRow> {
    const stored = await checkpoints.take(place, { kind: "before_restore" });
    const before = stored ?? checkpointStore.last({ task_id: id }) ?? checkpoint;
    restoreStore.begin({ task_id: id, checkpoint_id: checkpoint.id });
    try {
      await replace({ place, branch }, checkpoint, before);
    } catch (error) {
      // It says so before it changes anything.
      restoreStore.end(id);
      throw error;
    }
    // The newest checkpoint is what people see as now.
    await checkpoints.take(place, { kind: "manual" });
    unit((emit) => {
      restoreStore.end(id);
      const task = requireTask(taskStore, id);
      taskJournal.log(actor, task, {
        event_type: "checkpoint_restored",
        metadata: { checkpoint_id: checkpoint.id },
      });
      emit({ type: "task.changes_updated", ...nameOf(task) });
    });
    return before;
  }

  /** The index of a worktree follows its commit, so that is the first to change. */
  async function replace({ place, branch }: TaskFiles, to: CheckpointRow, from: CheckpointRow) {
    const { at } = place;
    const files = checkpoints.snapshotPlace(place);
    const own = branch === null || to.head_id === null ? null : { at, branch, commit: to.head_id };
    if (own) await checkOutCommit(git, own);
    try {
      await restoreTree(git, files, to.tree_id, { alsoOwnIndex: own !== null });
    } catch (error) {
      if (own && from.head_id) await checkOutCommit(git, { ...own, commit: from.head_id });
      throw error;
    }
    if (own) await dropOperations(git, at);
  }

  return {
    /** The answer is the state that was replaced. */
    restore: async (actor: Actor, id: TaskId, wanted: CheckpointId): Promise<Checkpoint> =>
      SHOWN_CHECKPOINT.pick(await restore(actor, id, wanted)),

    /** Finishes what a crash has interrupted: until then the files are a mix of two states. */
    async recover(): Promise<void> {
      for (const { task_id, checkpoint_id } of restoreStore.all()) {
        try {
          await restore(SYSTEM, task_id, checkpoint_id);
        } catch (error) {
          logger.warn("A restore could not be finished", { task_id, error });
          unit(() => {
            restoreStore.end(task_id);
            const task = taskStore.get(task_id);
            if (task) taskJournal.tell(SYSTEM, task, unfinished(error));
          });
        }
      }
    },
  };
}

export type Restore = ReturnType<typeof createRestore>;

function unfinished(error: unknown): string {
  return `Malamar was stopped while it restored a checkpoint, and could not finish that: ${messageOf(error)}. The files may be a mix of two states: restore the checkpoint again.`;
}
