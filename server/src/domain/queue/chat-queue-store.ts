import type { Database } from "bun:sqlite";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { QueueStatus } from "@malamar/contract/queue.ts";
import { describeRow } from "#db/row.ts";
import { newId } from "#lib/id.ts";

export interface ChatQueueItem {
  id: string;
  chat_id: ChatId;
  workspace_id: WorkspaceId;
  status: QueueStatus;
  created_at: string;
  updated_at: string;
}

export const chatQueueRow = describeRow<ChatQueueItem>()("chat_queue", {
  id: { is: "text" },
  chat_id: { is: "text" },
  workspace_id: { is: "text" },
  status: { is: "text", default: "queued" },
  created_at: { is: "text" },
  updated_at: { is: "text" },
});

const COLUMNS = chatQueueRow.list();

/** Requests for an answer in a chat: at most one open item for each. */
export function createChatQueueStore(db: Database) {
  const insert = chatQueueRow.inserter(db);
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
    enqueue(chat: { id: ChatId; workspace_id: WorkspaceId }, at: string): void {
      const { id: chat_id, workspace_id } = chat;
      insert({ id: newId(), chat_id, workspace_id, created_at: at, updated_at: at });
    },

    get: (id: string) => selectOne.get(id),

    /** The queued or active item of a chat. */
    open: (chatId: ChatId) => selectOpen.get(chatId),

    /** Longest wait first. */
    queued: () => selectByStatus.all("queued"),

    /** At startup, the ones that the previous process left behind. */
    inProgress: () => selectByStatus.all("in_progress"),

    setStatus: (id: string, status: QueueStatus, at: string) => void setStatus.run(status, at, id),
  };
}

export type ChatQueueStore = ReturnType<typeof createChatQueueStore>;
