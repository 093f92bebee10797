import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";

/** Why someone ends the active work. */
export type StopReason = "cancelled" | "deleted" | "shutdown";

/** Active work: a pass of a task, or an answer in a chat. */
export interface WorkScope {
  workspaceId: WorkspaceId;
  taskId?: TaskId;
  chatId?: ChatId;
}

interface Work extends WorkScope {
  abort: AbortController;
  ended: Promise<void>;
}

/** The active passes and answers, so that they can be ended from outside. */
export function createActiveWork() {
  const active = new Set<Work>();

  return {
    /** Does the work; its signal aborts when someone wants it to end. */
    async during(place: WorkScope, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const entry: Work = { ...place, abort: new AbortController(), ended };
      active.add(entry);
      try {
        await work(entry.abort.signal);
      } finally {
        active.delete(entry);
        resolve();
      }
    },

    /** Whether any such work is in progress. */
    has: (matches: (place: WorkScope) => boolean): boolean => [...active].some(matches),

    /**
     * Ends everything that matches, including work that begins in the meantime, and waits until all
     * its processes are gone.
     */
    async stop(reason: StopReason, matches: (place: WorkScope) => boolean): Promise<void> {
      for (;;) {
        const found = [...active].filter(matches);
        if (found.length === 0) return;
        for (const work of found) work.abort.abort(reason);
        await Promise.all(found.map((work) => work.ended));
      }
    },
  };
}

export type ActiveWork = ReturnType<typeof createActiveWork>;

export function stopReason(signal: AbortSignal): StopReason {
  // Only stop() aborts these signals.
  return signal.reason as StopReason;
}
