import type { Database } from "bun:sqlite";
import type { CommentId, TaskId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { authorName } from "#db/author-name.ts";
import { writtenAfter } from "#db/page-condition.ts";
import { describeRow, type Stored } from "#db/row.ts";

type StoredComment = Omit<TaskComment, "author_name">;

/** An export writes the author in another form. */
type Facts = { exported: boolean | "as author" };

export const commentRow = describeRow<StoredComment, Facts>()("task_comments", {
  id: { is: "text", exported: false },
  task_id: { is: "text", exported: false },
  workspace_id: { is: "text", exported: false },
  user_id: { is: "text or null", exported: "as author" },
  agent_id: { is: "text or null", exported: "as author" },
  run_id: { is: "text or null", default: null, exported: false },
  content: { is: "text", exported: true },
  is_note: { is: "flag", default: false, exported: true },
  asks_agent_id: { is: "text or null", default: null, exported: false },
  edited_at: { is: "text or null", default: null, exported: false },
  deleted_at: { is: "text or null", default: null, exported: false },
  created_at: { is: "text", exported: true },
  updated_at: { is: "text", exported: true },
});

/** What its author can still change. */
const TEXT = commentRow.only("content", "edited_at", "deleted_at", "updated_at");

type CommentText = Pick<StoredComment, "id" | (typeof TEXT.columns)[number]>;

type Row = Stored<TaskComment>;

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
  const updateText = db.prepare<unknown, [Stored<CommentText>]>(TEXT.updateSql);
  const selectOne = db.prepare<Row, [CommentId]>(`${WITH_AUTHOR} WHERE c.id = ?`);
  // In insertion order: the clock may have been set back.
  const selectPage = db.prepare<Row, [{ task_id: TaskId; before: string | null; limit: number }]>(
    `${WITH_AUTHOR}
     WHERE c.task_id = $task_id AND ${writtenAfter("task_comments", "c", "task_id = $task_id")}
     ORDER BY c.rowid LIMIT $limit`,
  );
  const selectReadable = db.prepare<Row, [TaskId]>(
    `${WITH_AUTHOR} WHERE c.task_id = ? AND c.deleted_at IS NULL ORDER BY c.rowid`,
  );
  const selectNewestFirst = db.prepare<Row, [TaskId]>(
    `${WITH_AUTHOR} WHERE c.task_id = ? AND c.deleted_at IS NULL ORDER BY c.rowid DESC`,
  );
  const countReadable = db.prepare<{ count: number }, [TaskId]>(
    "SELECT count(*) AS count FROM task_comments WHERE task_id = ? AND deleted_at IS NULL",
  );
  const selectOwn = db.prepare<{ id: CommentId }, [TaskId, content: string]>(
    `SELECT id FROM task_comments
     WHERE task_id = ? AND user_id IS NULL AND agent_id IS NULL AND content = ? LIMIT 1`,
  );
  const countByUser = db.prepare<{ count: number }, [TaskId]>(
    `SELECT count(*) AS count FROM task_comments
     WHERE task_id = ? AND user_id IS NOT NULL AND is_note = 0`,
  );

  return {
    insert: commentRow.inserter(db),

    /** The newest detail replaces the older one. */
    rewrite: (id: CommentId, content: string, runId: string | null, at: string) =>
      rewrite.run(content, runId, at, id).changes > 0,

    get(id: CommentId): TaskComment | null {
      const row = selectOne.get(id);
      return row && commentRow.decode(row);
    },

    /** The text as its author changed it. */
    updateText: (comment: CommentText) =>
      void updateText.run(TEXT.encode({ id: comment.id, ...TEXT.pick(comment) })),

    /** Oldest first, including deleted ones. */
    list: (taskId: TaskId, { limit, before }: PageQuery): TaskComment[] =>
      selectPage
        .all({ task_id: taskId, before: before ?? null, limit: limit ?? -1 })
        .map((row) => commentRow.decode(row)),

    /** What agents read: no deleted comments. Oldest first. */
    readable: (taskId: TaskId): TaskComment[] =>
      selectReadable.all(taskId).map((row) => commentRow.decode(row)),

    /** The same one by one, for a reader that stops when it has enough. */
    *newestReadable(taskId: TaskId): Generator<TaskComment> {
      for (const row of selectNewestFirst.iterate(taskId)) yield commentRow.decode(row);
    },

    /** Whether Malamar itself has said exactly this. */
    hasSystemComment: (taskId: TaskId, content: string) => selectOwn.get(taskId, content) !== null,

    countReadable: (taskId: TaskId) => countReadable.get(taskId)!.count,

    /** How often people have given the team input; it only grows. A note does not count. */
    countByUser: (taskId: TaskId) => countByUser.get(taskId)!.count,
  };
}

export type CommentStore = ReturnType<typeof createCommentStore>;
