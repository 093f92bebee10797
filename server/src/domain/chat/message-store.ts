import type { Database } from "bun:sqlite";
import { DELETED_AGENT_NAME, SYSTEM_NAME, USER_NAME } from "@malamar/contract/author.ts";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { columnList, insertInto } from "#db/columns.ts";

type StoredMessage = Omit<ChatMessage, "author_name">;

type Encoded<Message> = Omit<Message, "actions"> & {
  /** JSON. */
  actions: string | null;
};

const COLUMNS = [
  "id",
  "chat_id",
  "role",
  "agent_id",
  "message",
  "actions",
  "run_id",
  "created_at",
] as const satisfies readonly (keyof StoredMessage)[];

export function createMessageStore(db: Database) {
  const insert = db.prepare<unknown, [Encoded<StoredMessage>]>(
    insertInto("chat_messages", COLUMNS),
  );
  const select = db.prepare<Encoded<ChatMessage>, [ChatId]>(
    `SELECT ${columnList(COLUMNS, "m")},
       CASE m.role
         WHEN 'user' THEN '${USER_NAME}'
         WHEN 'system' THEN '${SYSTEM_NAME}'
         ELSE iif(m.agent_id IS NULL, '${MALAMAR_AGENT_NAME}', coalesce(a.name, '${DELETED_AGENT_NAME}'))
       END AS author_name
     FROM chat_messages m LEFT JOIN agents a ON a.id = m.agent_id
     WHERE m.chat_id = ? ORDER BY m.rowid`,
  );
  const selectAnswer = db.prepare<{ id: string }, [ChatId]>(
    "SELECT id FROM chat_messages WHERE chat_id = ? AND role = 'agent' LIMIT 1",
  );

  return {
    insert: (message: StoredMessage) =>
      void insert.run({ ...message, actions: message.actions && JSON.stringify(message.actions) }),

    /** Oldest first. */
    list: (chatId: ChatId): ChatMessage[] =>
      select.all(chatId).map((row) => ({
        ...row,
        // Written from records of the contract.
        actions: row.actions === null ? null : (JSON.parse(row.actions) as ChatMessage["actions"]),
      })),

    /** An agent has spoken in the chat. */
    hasAnswer: (chatId: ChatId) => selectAnswer.get(chatId) !== null,
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;
