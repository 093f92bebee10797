import { unionOfRuns } from "./event-hub.logic.ts";
import { holdLock } from "./tab-locks.ts";

/**
 * What the other tabs watch, as far as they said so. Each holds a lock of its own for as long as it
 * lives: a tab that is closed or crashes says nothing any more, but lets go of it.
 */
export function createTabRuns(onChange: () => void) {
  const runsOf = new Map<string, readonly string[]>();
  const leaving = new AbortController();

  function forgetWhenGone(tab: string) {
    navigator.locks
      .request(lockOf(tab), { signal: leaving.signal }, () => {
        runsOf.delete(tab);
        onChange();
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) throw error;
      });
  }

  return {
    hear(tab: string, runs: readonly string[]) {
      if (!runsOf.has(tab)) forgetWhenGone(tab);
      runsOf.set(tab, runs);
      onChange();
    },
    with: (own: readonly string[]) => unionOfRuns(own, runsOf.values()),
    has: (runId: string) => [...runsOf.values()].some((runs) => runs.includes(runId)),
    close: () => leaving.abort(),
  };
}

/** Holds the lock of this tab until the answer is called; calls back once it is held. */
export function holdTab(tab: string, onHeld: () => void): () => void {
  return holdLock(lockOf(tab), {}, onHeld);
}

function lockOf(tab: string): string {
  return `malamar-tab-${tab}`;
}
