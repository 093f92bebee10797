import type { Database } from "bun:sqlite";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { WorkspaceFileChat } from "@malamar/contract/workspace-file.ts";

type NewChat = Omit<WorkspaceFileChat, "messages"> & { id: ChatId; workspace_id: WorkspaceId };
type NewMessage = Omit<WorkspaceFileChat["messages"][number], "actions"> & {
  id: string;
  chat_id: ChatId;
  /** JSON. */
  actions: string | null;
};

/** Writes chats that were held elsewhere. */
export function createChatImportStore(db: Database) {
  const insertChat = db.prepare<unknown, [NewChat]>(
    `INSERT INTO chats (id, workspace_id, agent_id, cli_type, title, created_at, updated_at)
     VALUES ($id, $workspace_id, $agent_id, $cli_type, $title, $created_at, $updated_at)`,
  );
  const insertMessage = db.prepare<unknown, [NewMessage]>(
    `INSERT INTO chat_messages (id, chat_id, role, message, actions, created_at)
     VALUES ($id, $chat_id, $role, $message, $actions, $created_at)`,
  );

  return {
    insertChat: (chat: NewChat) => void insertChat.run(chat),

    insertMessage: (message: NewMessage) => void insertMessage.run(message),
  };
}

export type ChatImportStore = ReturnType<typeof createChatImportStore>;
