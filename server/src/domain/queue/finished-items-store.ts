import type { Database } from "bun:sqlite";
import type { WorkspaceId } from "@malamar/contract/ids.ts";

/** Queue items that nobody will need again. */
export function createFinishedItemsStore(db: Database) {
  const removeOfTasks = db.prepare<unknown, [WorkspaceId, before: string, limit: number]>(
    `DELETE FROM task_queue WHERE id IN (
       SELECT id FROM task_queue
       WHERE workspace_id = ? AND status IN ('completed', 'failed') AND updated_at < ? LIMIT ?)`,
  );
  const removeOfChats = db.prepare<unknown, [before: string, limit: number]>(
    `DELETE FROM chat_queue WHERE id IN (
       SELECT id FROM chat_queue
       WHERE status IN ('completed', 'failed') AND updated_at < ? LIMIT ?)`,
  );

  return {
    /** Deletes those that ended before this time, at most `limit`; returns how many. */
    removeOfTasks: (workspaceId: WorkspaceId, before: string, limit: number) =>
      removeOfTasks.run(workspaceId, before, limit).changes,

    removeOfChats: (before: string, limit: number) => removeOfChats.run(before, limit).changes,
  };
}

export type FinishedItemsStore = ReturnType<typeof createFinishedItemsStore>;
