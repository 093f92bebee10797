import type { Agent } from "@malamar/contract/agent.ts";
import type {
  ChatActionRecord,
  ChatMessage,
  ChatRole,
  StoredChat,
} from "@malamar/contract/chat.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/plain/chat.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Clock } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import { shortened } from "#lib/shortened.ts";
import type { ChatStore } from "./chat-store.ts";
import type { MessageStore } from "./message-store.ts";

export interface ChatJournalDeps {
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  agentStore: AgentStore;
  chatStore: ChatStore;
  messageStore: MessageStore;
  clock: Clock;
}

interface Spoken {
  message: string;
  actions?: ChatActionRecord[] | null;
  runId?: RunId | null;
}

/**
 * The steps that people, agents and Malamar itself share. Each writes a chat and its events, and is
 * part of the unit of work that calls it.
 */
export function createChatJournal(deps: ChatJournalDeps) {
  const { unit, workspaceStore, agentStore, chatStore, messageStore, clock } = deps;

  /** Something that a page shows about the chat has changed. */
  function save(chat: StoredChat): StoredChat {
    return unit((emit) => {
      const saved = { ...chat, updated_at: clock() };
      chatStore.update(saved);
      workspaceStore.touch(chat.workspace_id, saved.updated_at);
      emit({ type: "chat.updated", ...nameOf(saved) });
      return saved;
    });
  }

  function say(actor: Actor, chat: StoredChat, spoken: Spoken): ChatMessage {
    return unit((emit) => {
      const now = clock();
      const message = messageStore.insert({
        id: newId(),
        chat_id: chat.id,
        role: roleOf(actor),
        agent_id: actor.type === "agent" ? actor.id : null,
        message: spoken.message,
        actions: spoken.actions ?? null,
        run_id: spoken.runId ?? null,
        created_at: now,
      });
      // Read again: an action of the same answer may have given it another title.
      const current = chatStore.get(chat.id) ?? chat;
      chatStore.update({ ...current, last_message_at: now, updated_at: now });
      workspaceStore.touch(chat.workspace_id, now);
      emit({ type: "chat.message_added", ...nameOf(current), author_type: message.role });
      return { ...message, author_name: actor.name };
    });
  }

  return {
    save,
    say,

    /** Another agent takes over the conversation. null: the Malamar agent. */
    switchAgent(chat: StoredChat, to: Agent | null): StoredChat {
      return unit(() => {
        const from = chat.agent_id === null ? null : agentStore.get(chat.agent_id);
        const switched = save({ ...chat, agent_id: to?.id ?? null, cli_type: null });
        const message = `Switched from ${agentName(from)} to ${agentName(to)}`;
        say(SYSTEM, switched, { message });
        return chatStore.get(chat.id) ?? switched;
      });
    },
  };
}

export type ChatJournal = ReturnType<typeof createChatJournal>;

/** What every event of a chat says about it. */
export function nameOf(chat: Pick<StoredChat, "id" | "workspace_id" | "title">) {
  return {
    workspace_id: chat.workspace_id,
    chat_id: chat.id,
    chat_title: shortened(chat.title),
  };
}

function agentName(agent: Agent | null): string {
  return agent?.name ?? MALAMAR_AGENT_NAME;
}

/** A trigger speaks for a person: it asks, and an agent answers. */
function roleOf({ type }: Actor): ChatRole {
  switch (type) {
    case "user":
    case "trigger":
      return "user";
    case "agent":
    case "system":
      return type;
    default:
      return type satisfies never;
  }
}
