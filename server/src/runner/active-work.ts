import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";

/** Why somebody ends what is under way. */
export type StopReason = "cancelled" | "deleted" | "shutdown";

interface Work {
  workspaceId: WorkspaceId;
  taskId: TaskId;
  abort: AbortController;
  ended: Promise<void>;
}

/** The passes that are under way, so that they can be ended from outside. */
export function createActiveWork() {
  const active = new Set<Work>();

  return {
    /** Does the work; its signal aborts when somebody wants it to end. */
    async during(
      place: { workspaceId: WorkspaceId; taskId: TaskId },
      work: (signal: AbortSignal) => Promise<void>,
    ): Promise<void> {
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

    /** Ends what matches and waits until every process of it is gone. */
    async stop(
      reason: StopReason,
      matches: (work: { workspaceId: WorkspaceId; taskId: TaskId }) => boolean,
    ): Promise<void> {
      const found = [...active].filter(matches);
      for (const work of found) work.abort.abort(reason);
      await Promise.all(found.map((work) => work.ended));
    },
  };
}

export type ActiveWork = ReturnType<typeof createActiveWork>;

export function stopReason(signal: AbortSignal): StopReason {
  // Nobody but stop() aborts these signals.
  return signal.reason as StopReason;
}
