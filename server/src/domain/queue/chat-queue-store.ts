import type { Database } from "bun:sqlite";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { QueueStatus } from "@malamar/contract/queue.ts";
import { newId } from "#lib/id.ts";

export interface ChatQueueItem {
  id: string;
  chat_id: ChatId;
  workspace_id: WorkspaceId;
  status: QueueStatus;
}

const COLUMNS = "id, chat_id, workspace_id, status";

/** Requests to answer in a chat: one open item at most for each. */
export function createChatQueueStore(db: Database) {
  const insert = db.prepare<
    unknown,
    [{ id: string; chat_id: ChatId; workspace_id: WorkspaceId; at: string }]
  >(
    `INSERT INTO chat_queue (id, chat_id, workspace_id, status, created_at, updated_at)
     VALUES ($id, $chat_id, $workspace_id, 'queued', $at, $at)`,
  );
  const setStatus = db.prepare<unknown, [QueueStatus, at: string, id: string]>(
    "UPDATE chat_queue SET status = ?, updated_at = ? WHERE id = ?",
  );
  const selectOne = db.prepare<ChatQueueItem, [id: string]>(
    `SELECT ${COLUMNS} FROM chat_queue WHERE id = ?`,
  );
  const selectOpen = db.prepare<ChatQueueItem, [ChatId]>(
    `SELECT ${COLUMNS} FROM chat_queue WHERE chat_id = ? AND status IN ('queued', 'in_progress')`,
  );
  const selectByStatus = db.prepare<ChatQueueItem, [QueueStatus]>(
    `SELECT ${COLUMNS} FROM chat_queue WHERE status = ? ORDER BY updated_at, rowid`,
  );

  return {
    enqueue: (chat: { id: ChatId; workspace_id: WorkspaceId }, at: string) =>
      void insert.run({ id: newId(), chat_id: chat.id, workspace_id: chat.workspace_id, at }),

    get: (id: string) => selectOne.get(id),

    /** What is queued or under way in a chat. */
    open: (chatId: ChatId) => selectOpen.get(chatId),

    /** The longest wait first. */
    queued: () => selectByStatus.all("queued"),

    /** After a start, those that an earlier life left behind. */
    inProgress: () => selectByStatus.all("in_progress"),

    setStatus: (id: string, status: QueueStatus, at: string) => void setStatus.run(status, at, id),
  };
}

export type ChatQueueStore = ReturnType<typeof createChatQueueStore>;
