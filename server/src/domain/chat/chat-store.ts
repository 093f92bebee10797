import type { Database } from "bun:sqlite";
import type { ChatSummary, StoredChat } from "@malamar/contract/chat.ts";
import { MALAMAR_AGENT_NAME, UNTITLED_CHAT } from "@malamar/contract/plain/chat.ts";
import type { CliType } from "@malamar/contract/cli.ts";
import type { AgentId, ChatId, RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import { pageCondition } from "#db/page-condition.ts";
import { describeRow, type Stored } from "#db/row.ts";

export const chatRow = describeRow<StoredChat, { exported: boolean }>()("chats", {
  id: { is: "text", exported: false },
  workspace_id: { is: "text", exported: false },
  agent_id: { is: "text or null", exported: true },
  cli_type: { is: "text or null", default: null, exported: true },
  title: { is: "text", default: UNTITLED_CHAT, exported: true },
  // Derived from the messages.
  last_message_at: { is: "text", exported: false },
  created_at: { is: "text", exported: true },
  updated_at: { is: "text", exported: true },
});

const LIST = chatRow.list("c");

const LIVE = `
  coalesce(a.name, '${MALAMAR_AGENT_NAME}') AS agent_name,
  a.cli_type AS agent_cli_type,
  EXISTS (SELECT 1 FROM chat_queue q
    WHERE q.chat_id = c.id AND q.status IN ('queued', 'in_progress')) AS is_processing,
  (SELECT r.id FROM runs r WHERE r.chat_id = c.id AND r.status = 'running') AS current_run_id`;

/** Enough for two lines of a list. */
const PREVIEW_CHARACTERS = 300;

/** The current state of a chat, and who it is with. */
export interface ChatFacts {
  agent_name: string;
  /** null for the Malamar agent. */
  agent_cli_type: CliType | null;
  is_processing: boolean;
  current_run_id: RunId | null;
}

/** A row of a list before its preview is made. */
export interface ChatListRow extends StoredChat, ChatFacts, Pick<ChatSummary, "last_message_role"> {
  last_message: string | null;
  /** JSON. */
  last_actions: string | null;
}

export function createChatStore(db: Database) {
  const selectOne = db.prepare<StoredChat, [ChatId]>(`SELECT ${LIST} FROM chats c WHERE c.id = ?`);
  const remove = db.prepare<unknown, [ChatId]>("DELETE FROM chats WHERE id = ?");
  const selectFacts = db.prepare<Stored<ChatFacts>, [ChatId]>(
    `SELECT ${LIVE} FROM chats c LEFT JOIN agents a ON a.id = c.agent_id WHERE c.id = ?`,
  );
  const selectByAgent = db.prepare<StoredChat, [AgentId]>(
    `SELECT ${LIST} FROM chats c WHERE c.agent_id = ?`,
  );
  const selectPage = db.prepare<
    Stored<ChatListRow>,
    [{ workspace_id: WorkspaceId; before: string | null; limit: number }]
  >(
    `SELECT ${LIST}, ${LIVE}, m.role AS last_message_role,
       substr(m.message, 1, ${PREVIEW_CHARACTERS}) AS last_message, m.actions AS last_actions
     FROM chats c
     LEFT JOIN agents a ON a.id = c.agent_id
     LEFT JOIN chat_messages m ON m.rowid = (SELECT rowid FROM chat_messages
       WHERE chat_id = c.id ORDER BY rowid DESC LIMIT 1)
     WHERE c.workspace_id = $workspace_id
       AND ${pageCondition({ table: "chats", as: "c", by: "last_message_at", direction: "DESC", of: "workspace_id = $workspace_id" })}
     ORDER BY c.last_message_at DESC, c.rowid DESC LIMIT $limit`,
  );

  return {
    get: (id: ChatId) => selectOne.get(id),

    insert: chatRow.inserter(db),

    update: chatRow.updater(db),

    /** Also deletes its messages, queue items and runs. */
    remove: (id: ChatId) => void remove.run(id),

    facts: (id: ChatId): ChatFacts => withFlag(selectFacts.get(id)!),

    /** The chats with this agent. */
    ofAgent: (id: AgentId) => selectByAgent.all(id),

    /** Latest message first. */
    list: (workspaceId: WorkspaceId, { limit, before }: PageQuery): ChatListRow[] =>
      selectPage
        .all({ workspace_id: workspaceId, before: before ?? null, limit: limit ?? -1 })
        .map(withFlag),
  };
}

export type ChatStore = ReturnType<typeof createChatStore>;

function withFlag<Row extends { is_processing: 0 | 1 }>(row: Row) {
  return { ...row, is_processing: row.is_processing === 1 };
}
