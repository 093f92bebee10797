import type { Database } from "bun:sqlite";
import type { AgentId } from "@malamar/contract/ids.ts";
import { newId } from "#lib/id.ts";

export function createChatStore(db: Database) {
  const selectByAgent = db.prepare<{ id: string }, [AgentId]>(
    "SELECT id FROM chats WHERE agent_id = ?",
  );
  const switchToMalamar = db.prepare<unknown, [at: string, id: string]>(
    "UPDATE chats SET agent_id = NULL, cli_type = NULL, updated_at = ? WHERE id = ?",
  );
  const insertSystemMessage = db.prepare<unknown, [string, chatId: string, string, at: string]>(
    "INSERT INTO chat_messages (id, chat_id, role, message, created_at) VALUES (?, ?, 'system', ?, ?)",
  );

  return {
    /** The chats of an agent that goes away go on with the Malamar agent, and say so. */
    leaveToMalamar(agent: { id: AgentId; name: string }, at: string): void {
      for (const chat of selectByAgent.all(agent.id)) {
        switchToMalamar.run(at, chat.id);
        insertSystemMessage.run(newId(), chat.id, `Switched from ${agent.name} to Malamar`, at);
      }
    },
  };
}

export type ChatStore = ReturnType<typeof createChatStore>;
