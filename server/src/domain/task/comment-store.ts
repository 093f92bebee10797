import type { Database } from "bun:sqlite";
import { DELETED_AGENT_NAME, SYSTEM_NAME, USER_NAME } from "@malamar/contract/author.ts";
import type { CommentId, TaskId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { columnList, insertInto } from "#db/columns.ts";
import { writtenAfter } from "#db/page-condition.ts";

type StoredComment = Omit<TaskComment, "author_name">;

const COLUMNS = [
  "id",
  "task_id",
  "workspace_id",
  "user_id",
  "agent_id",
  "run_id",
  "content",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof StoredComment)[];

/** The name an author goes by today. */
const WITH_AUTHOR = `
  SELECT ${columnList(COLUMNS, "c")},
    CASE
      WHEN c.user_id IS NOT NULL THEN '${USER_NAME}'
      WHEN c.agent_id IS NULL THEN '${SYSTEM_NAME}'
      ELSE coalesce(a.name, '${DELETED_AGENT_NAME}')
    END AS author_name
  FROM task_comments c LEFT JOIN agents a ON a.id = c.agent_id`;

export function createCommentStore(db: Database) {
  const insert = db.prepare<unknown, [StoredComment]>(insertInto("task_comments", COLUMNS));
  const rewrite = db.prepare<
    unknown,
    [content: string, runId: string | null, at: string, CommentId]
  >("UPDATE task_comments SET content = ?, run_id = ?, updated_at = ? WHERE id = ?");
  // In the order of writing: the clock may have been put back.
  const selectPage = db.prepare<
    TaskComment,
    [{ task_id: TaskId; before: string | null; limit: number }]
  >(
    `${WITH_AUTHOR}
     WHERE c.task_id = $task_id AND ${writtenAfter("task_comments", "c")}
     ORDER BY c.rowid LIMIT $limit`,
  );
  const selectNewestFirst = db.prepare<TaskComment, [TaskId]>(
    `${WITH_AUTHOR} WHERE c.task_id = ? ORDER BY c.rowid DESC`,
  );
  const countAll = db.prepare<{ count: number }, [TaskId]>(
    "SELECT count(*) AS count FROM task_comments WHERE task_id = ?",
  );
  const countByUser = db.prepare<{ count: number }, [TaskId]>(
    "SELECT count(*) AS count FROM task_comments WHERE task_id = ? AND user_id IS NOT NULL",
  );

  return {
    insert: (comment: StoredComment) => void insert.run(comment),

    /** Its newest detail takes the place of the older one. */
    rewrite: (id: CommentId, content: string, runId: string | null, at: string) =>
      rewrite.run(content, runId, at, id).changes > 0,

    /** Oldest first. */
    list: (taskId: TaskId, { limit, before }: PageQuery): TaskComment[] =>
      selectPage.all({ task_id: taskId, before: before ?? null, limit: limit ?? -1 }),

    /** One by one, for a reader that stops when it has enough. */
    newestFirst: (taskId: TaskId) => selectNewestFirst.iterate(taskId),

    count: (taskId: TaskId) => countAll.get(taskId)!.count,

    /** How often people have spoken; it only grows. */
    countByUser: (taskId: TaskId) => countByUser.get(taskId)!.count,
  };
}

export type CommentStore = ReturnType<typeof createCommentStore>;
