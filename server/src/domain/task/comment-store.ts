import type { Database } from "bun:sqlite";
import type { CommentId, TaskId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { authorName } from "#db/author-name.ts";
import { writtenAfter } from "#db/page-condition.ts";
import { describeRow } from "#db/row.ts";

type StoredComment = Omit<TaskComment, "author_name">;

/** Who wrote it stands in an export in another form. */
type Facts = { exported: boolean | "as author" };

export const commentRow = describeRow<StoredComment, Facts>()("task_comments", {
  id: { is: "text", exported: false },
  task_id: { is: "text", exported: false },
  workspace_id: { is: "text", exported: false },
  user_id: { is: "text or null", exported: "as author" },
  agent_id: { is: "text or null", exported: "as author" },
  run_id: { is: "text or null", default: null, exported: false },
  content: { is: "text", exported: true },
  created_at: { is: "text", exported: true },
  updated_at: { is: "text", exported: true },
});

const AUTHOR_TYPE = `
  CASE WHEN c.user_id IS NOT NULL THEN 'user' WHEN c.agent_id IS NULL THEN 'system' ELSE 'agent' END`;

const WITH_AUTHOR = `
  SELECT ${commentRow.list("c")},
    ${authorName({ type: AUTHOR_TYPE, agentId: "c.agent_id" })} AS author_name
  FROM task_comments c LEFT JOIN agents a ON a.id = c.agent_id`;

export function createCommentStore(db: Database) {
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
    insert: commentRow.inserter(db),

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
