import type { CommentId } from "@malamar/contract/ids.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import type { Actor } from "#domain/actor/actor.ts";
import { AppError, notFound } from "#lib/app-error.ts";
import type { DeletedCommentStore } from "./deleted-comment-store.ts";
import { nameOf, type JournalDeps, type TaskJournal } from "./task-journal.ts";
import { requireTask } from "./task-service.ts";

interface Deps extends Pick<JournalDeps, "unit" | "taskStore" | "commentStore" | "clock"> {
  taskJournal: TaskJournal;
  deletedCommentStore: DeletedCommentStore;
}

/** What people can do with their own comments. None of it starts the team. */
export function createCommentService(deps: Deps) {
  const { unit, taskStore, commentStore, deletedCommentStore, taskJournal, clock } = deps;

  return {
    get: requireComment,

    /** Agents read the new text from their next run. */
    edit(actor: Actor, id: CommentId, content: string): TaskComment {
      return unit((emit) => {
        const comment = requireOwn(actor, id, "edit");
        if (comment.deleted_at !== null) {
          throw new AppError("CONFLICT", "This comment was deleted. Write a new one instead.");
        }
        if (comment.content === content) return comment;
        const task = requireTask(taskStore, comment.task_id);
        const now = clock();
        const edited = { ...comment, content, edited_at: now, updated_at: now };
        commentStore.updateText(edited);
        taskJournal.log(actor, task, { event_type: "comment_edited", metadata: null });
        emit({ type: "task.comment_updated", ...nameOf(task), comment_id: id });
        return edited;
      });
    },

    /**
     * Its text is gone for good; its entry stays. The caller cuts it out of stored inputs; until
     * that is done, the database remembers it.
     */
    remove(actor: Actor, id: CommentId): TaskComment {
      return unit((emit) => {
        const comment = requireOwn(actor, id, "delete");
        if (comment.deleted_at !== null) return comment;
        const task = requireTask(taskStore, comment.task_id);
        const now = clock();
        const deleted = { ...comment, content: "", deleted_at: now, updated_at: now };
        commentStore.updateText(deleted);
        deletedCommentStore.add(id, task.id);
        taskJournal.log(actor, task, { event_type: "comment_deleted", metadata: null });
        emit({ type: "task.comment_deleted", ...nameOf(task), comment_id: id });
        return deleted;
      });
    },
  };

  function requireComment(id: CommentId): TaskComment {
    const comment = commentStore.get(id);
    if (!comment) throw notFound("Comment");
    return comment;
  }

  function requireOwn(actor: Actor, id: CommentId, act: "edit" | "delete"): TaskComment {
    const comment = requireComment(id);
    if (actor.type === "user" && comment.user_id === actor.id) return comment;
    throw new AppError("FORBIDDEN", `You can only ${act} your own comments.`);
  }
}

export type CommentService = ReturnType<typeof createCommentService>;
