import type { CommentId, TaskId } from "@malamar/contract/ids.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import type { CommentService } from "#domain/task/comment-service.ts";
import type { CommentMark, DeletedCommentStore } from "#domain/task/deleted-comment-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Logger } from "#lib/logger.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import { cutComments } from "./briefing/cut-comments.ts";

interface Deps {
  unit: UnitOfWork;
  commentService: Pick<CommentService, "remove">;
  deletedCommentStore: DeletedCommentStore;
  runStore: Pick<RunStore, "idsOfTask">;
  transcripts: Pick<Transcripts, "changeInput">;
  /** The files that a run on the task was given outside of the data directory. */
  changeTaskFiles: (id: TaskId, change: (text: string) => string) => void;
  logger: Logger;
}

/**
 * Keeps the texts of deleted comments out of the stored inputs of runs. The database alone
 * determines what to cut, so it can be repeated at any time: a crash, or a disk that refuses it,
 * only delays it.
 */
export function createDeletedTexts(deps: Deps) {
  const { unit, commentService, deletedCommentStore, runStore, transcripts, logger } = deps;
  const { changeTaskFiles } = deps;

  /** The input of a run on the task, in the form that may be kept. */
  function cutFrom(taskId: TaskId, input: string): string {
    const gone = new Set(deletedCommentStore.marks(taskId).map(keyOf));
    if (gone.size === 0) return input;
    return cutComments(
      input,
      (comment) => gone.has(keyOf(comment)) && !deletedCommentStore.hasLike(taskId, comment),
    );
  }

  function isCut(taskId: TaskId, changeInput: (cut: (input: string) => string) => void): boolean {
    try {
      changeInput((input) => cutFrom(taskId, input));
      return true;
    } catch (error) {
      logger.error(
        "A deleted comment cannot be cut out of a stored input; the next start tries again",
        { task_id: taskId, error },
      );
      return false;
    }
  }

  /** From every stored input. One that is stored later is cut then. */
  async function cut(taskId: TaskId): Promise<void> {
    const comments = deletedCommentStore.toCut(taskId);
    if (comments.length === 0) return;
    let isDone = isCut(taskId, (change) => changeTaskFiles(taskId, change));
    for (const runId of runStore.idsOfTask(taskId)) {
      isDone = isCut(taskId, (change) => transcripts.changeInput(runId, change)) && isDone;
      // Other work gets a turn after each.
      await new Promise(setImmediate);
    }
    if (isDone) unit(() => deletedCommentStore.done(comments));
  }

  return {
    cutFrom,

    /** Returns once the text is gone everywhere. */
    async removeComment(actor: Actor, id: CommentId): Promise<void> {
      await cut(commentService.remove(actor, id).task_id);
    },

    /** After a start: what was not cut before it. */
    async finish(): Promise<void> {
      for (const taskId of deletedCommentStore.tasksToCut()) await cut(taskId);
    },
  };
}

export type DeletedTexts = ReturnType<typeof createDeletedTexts>;

function keyOf({ user_id, created_at }: CommentMark): string {
  return `${user_id ?? ""} ${created_at}`;
}
