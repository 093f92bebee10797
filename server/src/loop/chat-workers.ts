import type { ChatId } from "@malamar/contract/ids.ts";
import { nameOf } from "#domain/chat/chat-journal.ts";
import type { ChatQueueItem } from "#domain/queue/chat-queue-store.ts";
import { messageOf } from "#lib/app-error.ts";
import { answerChat } from "./answer-chat.ts";
import type { LoopDeps } from "./loop-deps.ts";

/** Answers in chats: any number of chats at once, one answer at a time in each. */
export function createChatWorkers(deps: LoopDeps) {
  const {
    bus,
    chatQueueStore,
    active,
    slots,
    chatAnswers,
    chatStore,
    runStore,
    unit,
    timers,
    clock,
    logger,
  } = deps;
  const workers = new Map<ChatId, Promise<void>>();
  /** How to clean up after an answer that failed unexpectedly; until then its chat stays locked. */
  const broken = new Map<string, () => void>();
  let isOpen = false;
  let stopPoll = () => {};
  let unsubscribe = () => {};

  function wake(chatId: ChatId): void {
    if (isOpen && !slots.isClosed() && !workers.has(chatId)) workers.set(chatId, work(chatId));
  }

  async function work(chatId: ChatId): Promise<void> {
    // The request that queued it gets its response first.
    await new Promise(setImmediate);
    try {
      for (;;) {
        const item = chatQueueStore.open(chatId);
        if (!isOpen || slots.isClosed() || item?.status !== "queued") return;
        // It may still be queued if it could not even begin: the poll retries it.
        if (!(await answer(item))) return;
      }
    } catch (error) {
      deps.noteFailure(error);
      // The poll retries it.
      logger.error("A chat cannot be answered right now", { chat_id: chatId, error });
    } finally {
      workers.delete(chatId);
    }
  }

  /** false when it failed inside Malamar, for example on a full disk. */
  async function answer(item: ChatQueueItem): Promise<boolean> {
    const place = { workspaceId: item.workspace_id, chatId: item.chat_id };
    try {
      await active.during(place, async (stop) => {
        if (!(await slots.take(stop))) return;
        try {
          await answerChat(deps, item, stop);
        } finally {
          slots.giveBack();
        }
      });
      return true;
    } catch (error) {
      logger.error("An answer failed unexpectedly", { chat_id: item.chat_id, error });
      broken.set(item.id, () => abandon(item, error));
      mend();
      return false;
    }
  }

  /**
   * Whatever went wrong inside Malamar, for example on a full disk: the chat must not stay locked.
   */
  function abandon(item: ChatQueueItem, error: unknown): void {
    unit((emit) => {
      const run = runStore.running().find(({ chat_id }) => chat_id === item.chat_id);
      const reason = `Malamar could not finish this answer: ${messageOf(error)}`;
      if (chatAnswers.isUnderWay(item.id)) chatAnswers.fail(item, reason, run?.id ?? null);
      const chat = chatStore.get(item.chat_id);
      if (!run || !chat) return;
      runStore.lose(run.id, clock());
      const { agent_name, id: run_id } = run;
      emit({ type: "chat.processing_finished", ...nameOf(chat), agent_name, run_id });
    });
  }

  function mend(): void {
    for (const [id, putInOrder] of broken) {
      try {
        putInOrder();
        broken.delete(id);
      } catch (error) {
        logger.error("An interrupted answer cannot be cleaned up yet", { error });
      }
    }
  }

  function wakeAll(): void {
    for (const { chat_id } of chatQueueStore.queued()) wake(chat_id);
  }

  /** The safety net: anything missed is found within this time. */
  function poll(): void {
    stopPoll = timers.after(deps.pollMs, () => {
      try {
        if (!slots.isClosed()) {
          mend();
          wakeAll();
        }
      } catch (error) {
        deps.noteFailure(error);
        logger.error("The chat queue cannot be read", { error });
      }
      poll();
    });
  }

  return {
    /** Starts answering. Call it once, after recovery. */
    start(): void {
      isOpen = true;
      unsubscribe = bus.subscribe(({ event }) => {
        if (event.type === "chat.message_added" && event.author_type === "user")
          wake(event.chat_id);
      });
      wakeAll();
      poll();
    },

    /** Resolves when nothing is left to answer: tests wait for this instead of a time. */
    async drain(): Promise<void> {
      while (workers.size > 0) await Promise.all(workers.values());
    },

    /** Ends every process and waits for that. Interrupted answers start again later. */
    async stop(): Promise<void> {
      isOpen = false;
      unsubscribe();
      stopPoll();
      await active.stop("shutdown", ({ chatId }) => chatId !== undefined);
      await Promise.all(workers.values());
    },
  };
}
