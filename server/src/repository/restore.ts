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
import { isAborted } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { restoreTree } from "#git/snapshot.ts";
import { submodulesThatDiffer } from "#git/submodules.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import type { ChangeEnds } from "./change-ends.ts";
import type { CheckpointedPlace, Checkpoints } from "./checkpoints.ts";
import type { FilesOfTask, TaskFiles } from "./files-of-task.ts";
import { isTrouble } from "./repository-trouble.ts";

interface Deps {
  git: Git;
  unit: UnitOfWork;
  taskStore: TaskStore;
  taskJournal: Pick<TaskJournal, "log" | "tell">;
  checkpointStore: Pick<CheckpointStore, "last">;
  restoreStore: RestoreStore;
  checkpoints: Pick<Checkpoints, "take" | "snapshotPlace">;
  changeEnds: Pick<ChangeEnds, "requireCheckpoint" | "repositoryOf">;
  withFilesOf: FilesOfTask;
  /**
   * Throws while an agent works on the task, and keeps new ones from starting. The work may require
   * the same for a whole directory tree.
   */
  whileNobodyWorks: <Result>(
    task: { workspace_id: WorkspaceId; id: TaskId },
    work: (requireAll: (directory: string) => void) => Promise<Result>,
  ) => Promise<Result>;
  logger: Logger;
}

/** Restores the files of a task to a stored state. */
export function createRestore(deps: Deps) {
  const { git, unit, taskStore, taskJournal, checkpointStore, restoreStore } = deps;
  const { checkpoints, changeEnds, withFilesOf, logger } = deps;

  async function restore(actor: Actor, id: TaskId, wanted: CheckpointId): Promise<CheckpointRow> {
    const { workspace_id } = requireTask(taskStore, id);
    const checkpoint = changeEnds.requireCheckpoint({ task_id: id }, wanted);
    return deps.whileNobodyWorks({ workspace_id, id }, (requireAll) =>
      withFilesOf(id, async (files) => {
        const { place, branch } = files;
        // Others may work in other folders of the same checkout.
        if (branch === null) requireAll(place.at);
        if (place.repository === changeEnds.repositoryOf(checkpoint)) {
          return putBack(actor, id, checkpoint, files);
        }
        throw new AppError(
          "CONFLICT",
          "This checkpoint belongs to another repository than the one this task works in now.",
        );
      }),
    );
  }

  /** Stores the current state first; restoring that one is the undo. */
  async function putBack(
    actor: Actor,
    id: TaskId,
    to: CheckpointRow,
    files: TaskFiles,
  ): Promise<CheckpointRow> {
    const { place } = files;
    const stored = await checkpoints.take(place, { kind: "before_restore" });
    const before = stored ?? checkpointStore.last({ task_id: id }) ?? to;
    await replace(id, files, { from: before, to });
    unit((emit) => {
      restoreStore.end(id);
      const task = requireTask(taskStore, id);
      taskJournal.log(actor, task, {
        event_type: "checkpoint_restored",
        metadata: { checkpoint_id: to.id },
      });
      emit({ type: "task.changes_updated", ...nameOf(task) });
      emit({ type: "task.updated", ...nameOf(task) });
    });
    await storeNow(id, place, to);
    return before;
  }

  /** A worktree's index follows its commit, so that has to change first. */
  async function replace(
    id: TaskId,
    { place, branch }: TaskFiles,
    { from, to }: { from: CheckpointRow; to: CheckpointRow },
  ): Promise<void> {
    const { at } = place;
    const own = branch === null || to.head_id === null ? null : { at, branch, commit: to.head_id };
    let isBegun = false;
    try {
      await restoreTree(git, checkpoints.snapshotPlace(place), to.tree_id, {
        alsoOwnIndex: own !== null,
        begin: async () => {
          isBegun = true;
          restoreStore.begin({ task_id: id, checkpoint_id: to.id });
          if (own) await checkOutCommit(git, own);
        },
      });
      if (own) await dropOperations(git, at);
    } catch (error) {
      // The next start continues it.
      if (!isBegun || isAborted(error)) throw error;
      if (own && from.head_id !== null) {
        await checkOutCommit(git, { ...own, commit: from.head_id }).catch((trouble: unknown) => {
          logger.warn("A branch could not be moved back", { task_id: id, error: trouble });
        });
      }
      throw new BrokenOff(`The checkpoint could not be restored completely: ${messageOf(error)}.`);
    }
  }

  /** On the page, the newest checkpoint is the current state. */
  async function storeNow(
    id: TaskId,
    place: CheckpointedPlace,
    { tree_id: tree }: CheckpointRow,
  ): Promise<void> {
    try {
      await checkpoints.take(place, { kind: "manual" });
    } catch (error) {
      if (!isTrouble(error) || isAborted(error)) throw error;
      throw new AppError(
        "CONFLICT",
        `The files are restored, but no checkpoint of them could be stored: ${error.message}. Fix that, then store one.`,
      );
    }
    const other = checkpointStore.last({ task_id: id })?.tree_id ?? tree;
    const pinned = await submodulesThatDiffer(git, { at: place.at, tree, other });
    if (pinned.length === 0) return;
    const ways = pinned.map(({ path, commit }) => `${commit.slice(0, 10)} in ${path}`).join(", ");
    tell(
      id,
      `A checkpoint was restored, but not its submodules: Malamar changes nothing in them. To bring them back too, check out ${ways}.`,
    );
  }

  function tell(id: TaskId, text: string): void {
    const task = taskStore.get(id);
    if (task) taskJournal.tell(SYSTEM, task, text);
  }

  /** It is not continued automatically: people will work on the files as they are. */
  function abandon(id: TaskId, why: string): string {
    const text = `${why} The files may be a mix of two states: restore the checkpoint again.`;
    unit(() => {
      restoreStore.end(id);
      tell(id, text);
    });
    return text;
  }

  return {
    /** Returns the state that was replaced. */
    async restore(actor: Actor, id: TaskId, wanted: CheckpointId): Promise<Checkpoint> {
      try {
        return SHOWN_CHECKPOINT.pick(await restore(actor, id, wanted));
      } catch (error) {
        if (!(error instanceof BrokenOff)) throw error;
        throw new AppError("CONFLICT", abandon(id, error.message));
      }
    },

    /** Finishes an interrupted restore: until then the files are a mix of two states. */
    async recover(): Promise<void> {
      for (const { task_id, checkpoint_id } of restoreStore.all()) {
        try {
          await restore(SYSTEM, task_id, checkpoint_id);
        } catch (error) {
          if (isAborted(error)) throw error;
          logger.warn("A restore could not be finished", { task_id, error });
          abandon(task_id, unfinished(error));
        }
      }
    },
  };
}

export type Restore = ReturnType<typeof createRestore>;

/** Some files are replaced, and others are not. */
class BrokenOff extends Error {
  override readonly name = "BrokenOff";
}

function unfinished(error: unknown): string {
  return `Malamar was stopped while it restored a checkpoint, and could not finish that: ${messageOf(error)}.`;
}
