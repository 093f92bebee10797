import type { Agent } from "@malamar/contract/agent.ts";
import type { ChatActionRecord, StoredChat } from "@malamar/contract/chat.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { ChatQueueItem, ChatQueueStore } from "#domain/queue/chat-queue-store.ts";
import type { ChatJournal, ChatJournalDeps } from "./chat-journal.ts";

interface Deps extends ChatJournalDeps {
  chatJournal: ChatJournal;
  chatQueueStore: ChatQueueStore;
  /** False while a backup from another installation waits for a person's decision. */
  isDecided: () => boolean;
}

/** What an agent said and did, ready to be shown. */
interface Answer {
  actor: Actor;
  message: string;
  actions: ChatActionRecord[] | null;
  /** What could not be done, in the order of the agent's requests. */
  failures: readonly string[];
  runId: RunId;
}

/** The loop's own writes: how an answer begins and ends. Each is part of a unit of work. */
export function createChatAnswers(deps: Deps) {
  const { unit, agentStore, chatStore, chatJournal, chatQueueStore, clock } = deps;

  /** Whether someone still waits for it: it may have been cancelled, or deleted with its chat. */
  function isUnderWay(itemId: string): boolean {
    return chatQueueStore.get(itemId)?.status === "in_progress";
  }

  function breakOff(item: ChatQueueItem, message: string, runId: RunId | null): void {
    unit(() => {
      const chat = chatStore.get(item.chat_id);
      if (!chat) return;
      chatJournal.say(SYSTEM, chat, { message, runId });
      chatQueueStore.setStatus(item.id, "failed", clock());
    });
  }

  return {
    isUnderWay,

    /**
     * The chat and its agent as they are now; null when nobody is waiting for an answer anymore.
     */
    begin(itemId: string): { chat: StoredChat; agent: Agent | null } | null {
      return unit(() => {
        const item = chatQueueStore.get(itemId);
        const chat = item?.status === "queued" ? chatStore.get(item.chat_id) : null;
        if (!chat) return null;
        chatQueueStore.setStatus(itemId, "in_progress", clock());
        return { chat, agent: chat.agent_id === null ? null : agentStore.get(chat.agent_id) };
      });
    },

    /** The message is always there, even if it is empty; failures share one separate message. */
    complete(item: ChatQueueItem, answer: Answer): void {
      unit(() => {
        const chat = chatStore.get(item.chat_id);
        if (!chat) return;
        const { actor, message, actions, failures, runId } = answer;
        chatJournal.say(actor, chat, { message, actions, runId });
        if (failures.length > 0) {
          chatJournal.say(SYSTEM, chat, { message: failures.join("\n"), runId });
        }
        chatQueueStore.setStatus(item.id, "completed", clock());
      });
    },

    /** Malamar does not retry: the person reads the reason and decides. */
    fail: (item: ChatQueueItem, reason: string, runId: RunId | null) =>
      breakOff(item, `Error: ${reason}`, runId),

    /** A limit stopped it. */
    cutShort: breakOff,

    /**
     * At startup: answers that the previous process had begun start again, unless another Malamar
     * began them.
     */
    recover(): void {
      unit(() => {
        const begun = chatQueueStore.inProgress();
        if (deps.isDecided()) {
          for (const { id } of begun) chatQueueStore.setStatus(id, "queued", clock());
          return;
        }
        for (const item of [...begun, ...chatQueueStore.queued()]) {
          breakOff(item, ASKED_ELSEWHERE, null);
        }
      });
    },
  };
}

const ASKED_ELSEWHERE =
  "This was not answered: it was asked in another installation, and its backup was restored here. Review the backup, then send your message again.";

export type ChatAnswers = ReturnType<typeof createChatAnswers>;
