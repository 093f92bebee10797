import type { Database } from "bun:sqlite";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { authorName } from "#db/author-name.ts";
import { describeRow, type Stored } from "#db/row.ts";

type StoredMessage = Omit<ChatMessage, "author_name">;

export const messageRow = describeRow<StoredMessage, { exported: boolean }>()("chat_messages", {
  id: { is: "text", exported: false },
  chat_id: { is: "text", exported: false },
  role: { is: "text", exported: true },
  agent_id: { is: "text or null", exported: true },
  message: { is: "text", exported: true },
  actions: { is: "json or null", default: null, exported: true },
  run_id: { is: "text or null", default: null, exported: false },
  created_at: { is: "text", exported: true },
});

export function createMessageStore(db: Database) {
  const select = db.prepare<Stored<ChatMessage>, [ChatId]>(
    `SELECT ${messageRow.list("m")},
       ${authorName({ type: "m.role", agentId: "m.agent_id" })} AS author_name
     FROM chat_messages m LEFT JOIN agents a ON a.id = m.agent_id
     WHERE m.chat_id = ? ORDER BY m.rowid`,
  );
  const selectAnswer = db.prepare<{ id: string }, [ChatId]>(
    "SELECT id FROM chat_messages WHERE chat_id = ? AND role = 'agent' LIMIT 1",
  );

  return {
    insert: messageRow.inserter(db),

    /** Oldest first. */
    list: (chatId: ChatId): ChatMessage[] =>
      select.all(chatId).map((row) => messageRow.decode(row)),

    /** Whether an agent has said anything in the chat. */
    hasAnswer: (chatId: ChatId) => selectAnswer.get(chatId) !== null,
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;
