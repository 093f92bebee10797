import type { Database } from "bun:sqlite";
import type { Checkpoint, LeftOut } from "@malamar/contract/checkpoint.ts";
import type { ChatId, CheckpointId, TaskId, WorktreeId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import { writtenAfter } from "#db/page-condition.ts";
import { describeRow, type Stored } from "#db/row.ts";

/** A checkpoint as stored. */
export interface CheckpointRow extends Checkpoint {
  /** The real path of the directory that the repository's worktrees share. */
  repository: string;
  /** The full name. */
  ref: string;
  /** When its task or chat was found to be gone, if there is no worktree. */
  abandoned_at: string | null;
}

interface Facts {
  shown: boolean;
}

export const checkpointRow = describeRow<CheckpointRow, Facts>()("checkpoints", {
  id: { is: "text", shown: true },
  workspace_id: { is: "text", shown: true },
  task_id: { is: "text or null", default: null, shown: true },
  chat_id: { is: "text or null", default: null, shown: true },
  worktree_id: { is: "text or null", default: null, shown: true },
  run_id: { is: "text or null", default: null, shown: true },
  pass: { is: "integer or null", default: null, shown: true },
  kind: { is: "text", shown: true },
  repository: { is: "text", shown: false },
  ref: { is: "text", shown: false },
  commit_id: { is: "text", shown: true },
  tree_id: { is: "text", shown: true },
  head_id: { is: "text or null", shown: true },
  files: { is: "integer", shown: true },
  additions: { is: "integer", shown: true },
  deletions: { is: "integer", shown: true },
  left_out: { is: "json", shown: true },
  duration_ms: { is: "integer", shown: true },
  created_at: { is: "text", shown: true },
  abandoned_at: { is: "text or null", default: null, shown: false },
});

export const SHOWN_CHECKPOINT = checkpointRow.where("shown", true);

/** A task's or a chat's files. */
export type CheckpointPlace = { task_id: TaskId } | { chat_id: ChatId };

export function createCheckpointStore(db: Database) {
  const rows = checkpointRow.list();
  const selectOne = db.prepare<Stored<CheckpointRow>, [CheckpointId]>(
    `SELECT ${rows} FROM checkpoints WHERE id = ?`,
  );
  const ofTask = createPlaceQueries<TaskId>(db, "task_id");
  const ofChat = createPlaceQueries<ChatId>(db, "chat_id");
  const selectOfWorktree = db.prepare<Stored<CheckpointRow>, [WorktreeId]>(
    `SELECT ${rows} FROM checkpoints WHERE worktree_id = ? ORDER BY rowid`,
  );

  const countOfWorktree = db.prepare<{ count: number }, [WorktreeId]>(
    "SELECT COUNT(*) AS count FROM checkpoints WHERE worktree_id = ?",
  );
  const removeOfWorktree = db.prepare<unknown, [WorktreeId]>(
    "DELETE FROM checkpoints WHERE worktree_id = ?",
  );
  const removeOfRepository = db.prepare<{ place: TaskId | ChatId }, [repository: string]>(
    "DELETE FROM checkpoints WHERE repository = ? RETURNING coalesce(task_id, chat_id) AS place",
  );
  const setLeftOut = db.prepare<unknown, [leftOut: string, CheckpointId]>(
    "UPDATE checkpoints SET left_out = ? WHERE id = ?",
  );
  const markAbandoned = db.prepare<unknown, [now: string]>(
    `UPDATE checkpoints SET abandoned_at = ? WHERE abandoned_at IS NULL AND worktree_id IS NULL
       AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = checkpoints.task_id)
       AND NOT EXISTS (SELECT 1 FROM chats WHERE chats.id = checkpoints.chat_id)`,
  );
  const selectAbandoned = db.prepare<Stored<CheckpointRow>, [before: string]>(
    `SELECT ${rows} FROM checkpoints WHERE abandoned_at <= ?
     ORDER BY abandoned_at, rowid`,
  );
  const removeOne = db.prepare<unknown, [CheckpointId]>("DELETE FROM checkpoints WHERE id = ?");

  const selectRefs = db.prepare<Pick<CheckpointRow, "repository" | "ref">, []>(
    "SELECT DISTINCT repository, ref FROM checkpoints",
  );
  const selectLastOfGuests = db.prepare<Stored<CheckpointRow>, []>(
    `WITH newest AS (
       SELECT max(rowid) FROM checkpoints
       WHERE worktree_id IS NULL AND abandoned_at IS NULL GROUP BY repository, ref)
     SELECT ${rows} FROM checkpoints WHERE rowid IN newest`,
  );

  return {
    get(id: CheckpointId): CheckpointRow | null {
      const row = selectOne.get(id);
      return row && checkpointRow.decode(row);
    },

    /** Oldest first. */
    list: (place: CheckpointPlace, page: PageQuery): CheckpointRow[] =>
      "task_id" in place ? ofTask.page(place.task_id, page) : ofChat.page(place.chat_id, page),

    first: (place: CheckpointPlace): CheckpointRow | null =>
      "task_id" in place ? ofTask.first(place.task_id) : ofChat.first(place.chat_id),

    /** The first one in each repository, oldest first. */
    firsts: (place: CheckpointPlace): CheckpointRow[] =>
      "task_id" in place ? ofTask.firsts(place.task_id) : ofChat.firsts(place.chat_id),

    last: (place: CheckpointPlace): CheckpointRow | null =>
      "task_id" in place ? ofTask.last(place.task_id) : ofChat.last(place.chat_id),

    ofWorktree: (id: WorktreeId): CheckpointRow[] =>
      selectOfWorktree.all(id).map((row) => checkpointRow.decode(row)),

    countOfWorktree: (id: WorktreeId): number => countOfWorktree.get(id)!.count,

    insert: checkpointRow.inserter(db),

    /** All that have ever had one. */
    refs: () => selectRefs.all(),

    /** Of each task and chat that works in a person's own checkout. */
    lastOfGuests: (): CheckpointRow[] =>
      selectLastOfGuests.all().map((row) => checkpointRow.decode(row)),

    /** Updates what it does not contain. */
    setLeftOut: (id: CheckpointId, leftOut: readonly LeftOut[]) =>
      void setLeftOut.run(JSON.stringify(leftOut), id),

    /** Marks the tasks and chats that worked in a person's own checkout and are gone. */
    markAbandoned: (now: string) => void markAbandoned.run(now),

    /** Oldest first. */
    abandonedBefore: (time: string): CheckpointRow[] =>
      selectAbandoned.all(time).map((row) => checkpointRow.decode(row)),

    remove: (id: CheckpointId) => void removeOne.run(id),
    removeOfWorktree: (id: WorktreeId) => void removeOfWorktree.run(id),

    /** Answers with the tasks and chats that they were of. */
    removeOfRepository: (repository: string): ReadonlySet<TaskId | ChatId> =>
      new Set(removeOfRepository.all(repository).map(({ place }) => place)),
  };
}

export type CheckpointStore = ReturnType<typeof createCheckpointStore>;

function createPlaceQueries<Id extends string>(db: Database, column: "task_id" | "chat_id") {
  const rows = checkpointRow.list("c");
  // In insertion order: the clock may have been set back.
  const page = db.prepare<
    Stored<CheckpointRow>,
    [{ id: Id; before: string | null; limit: number }]
  >(
    `SELECT ${rows} FROM checkpoints c
     WHERE c.${column} = $id AND ${writtenAfter("checkpoints", "c", `${column} = $id`)}
     ORDER BY c.rowid LIMIT $limit`,
  );
  const oneOf = (order: "ASC" | "DESC") =>
    db.prepare<Stored<CheckpointRow>, [Id]>(
      `SELECT ${rows} FROM checkpoints c WHERE c.${column} = ? ORDER BY c.rowid ${order} LIMIT 1`,
    );
  const first = oneOf("ASC");
  const last = oneOf("DESC");
  const firsts = db.prepare<Stored<CheckpointRow>, [Id]>(
    `SELECT ${rows} FROM checkpoints c WHERE c.rowid IN
       (SELECT min(rowid) FROM checkpoints WHERE ${column} = ? GROUP BY repository)
     ORDER BY c.rowid`,
  );
  const decoded = (row: Stored<CheckpointRow> | null) => row && checkpointRow.decode(row);
  return {
    page: (id: Id, { before, limit }: PageQuery) =>
      page
        .all({ id, before: before ?? null, limit: limit ?? -1 })
        .map((row) => checkpointRow.decode(row)),
    first: (id: Id) => decoded(first.get(id)),
    firsts: (id: Id) => firsts.all(id).map((row) => checkpointRow.decode(row)),
    last: (id: Id) => decoded(last.get(id)),
  };
}
