import type { Database } from "bun:sqlite";
import type { CommentId, TaskId } from "@malamar/contract/ids.ts";
import type { TaskComment } from "@malamar/contract/task.ts";

/** Identifies a comment where its id is missing, such as in a stored input. */
export type CommentMark = Pick<TaskComment, "user_id" | "created_at">;

/** Comments without a text, and those that may still have copies of the text. */
export function createDeletedCommentStore(db: Database) {
  const insert = db.prepare<unknown, [CommentId, TaskId]>(
    "INSERT OR IGNORE INTO comments_to_cut (comment_id, task_id) VALUES (?, ?)",
  );
  const remove = db.prepare<unknown, [CommentId]>(
    "DELETE FROM comments_to_cut WHERE comment_id = ?",
  );
  const selectToCut = db.prepare<{ comment_id: CommentId }, [TaskId]>(
    "SELECT comment_id FROM comments_to_cut WHERE task_id = ?",
  );
  const selectTasks = db.prepare<{ task_id: TaskId }, []>(
    "SELECT DISTINCT task_id FROM comments_to_cut",
  );
  const selectMarks = db.prepare<CommentMark, [TaskId]>(
    `SELECT user_id, created_at FROM task_comments
     WHERE task_id = ? AND deleted_at IS NOT NULL`,
  );
  const selectLike = db.prepare<{ id: CommentId }, [Said & { task_id: TaskId }]>(
    `SELECT id FROM task_comments
     WHERE task_id = $task_id AND user_id IS $user_id AND created_at = $created_at
       AND content = $content AND deleted_at IS NULL`,
  );

  return {
    /** Its text must be cut out of everything made from it. */
    add: (id: CommentId, taskId: TaskId) => void insert.run(id, taskId),

    /** Nothing is left of these. */
    done: (ids: readonly CommentId[]) => ids.forEach((id) => remove.run(id)),

    toCut: (taskId: TaskId) => selectToCut.all(taskId).map(({ comment_id }) => comment_id),

    tasksToCut: () => selectTasks.all().map(({ task_id }) => task_id),

    /** All that were ever deleted from the task. */
    marks: (taskId: TaskId): CommentMark[] => selectMarks.all(taskId),

    /** Whether an existing one has the same time and the same text. */
    hasLike: (taskId: TaskId, { user_id, created_at, content }: Said) =>
      selectLike.get({ task_id: taskId, user_id, created_at, content }) !== null,
  };
}

type Said = Pick<TaskComment, "user_id" | "created_at" | "content">;

export type DeletedCommentStore = ReturnType<typeof createDeletedCommentStore>;
