import { unionOfRuns } from "./event-hub.logic.ts";
import { hasLocks, holdLock } from "./tab-locks.ts";

/**
 * What the other tabs watch, as far as they said so. Each holds a lock of its own for as long as it
 * lives: a tab that is closed or crashes says nothing any more, but lets go of it. Without locks a tab
 * says that it goes, and what one that crashed has watched is forgotten with the next leader.
 */
export function createTabRuns(onChange: () => void) {
  const runsOf = new Map<string, readonly string[]>();
  const leaving = new AbortController();

  function forgetWhenGone(tab: string) {
    if (!hasLocks()) return;
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
    /** Another tab leads now, and will be told. */
    clear: () => runsOf.clear(),
    with: (own: readonly string[]) => unionOfRuns(own, runsOf.values()),
    has: (runId: string) => [...runsOf.values()].some((runs) => runs.includes(runId)),
    close: () => leaving.abort(),
  };
}

/** Holds the lock of this tab until the answer is called; calls back once it is held, or if there is none. */
export function holdTab(tab: string, onHeld: () => void): () => void {
  if (!hasLocks()) {
    onHeld();
    return () => {};
  }
  return holdLock(lockOf(tab), {}, onHeld);
}

function lockOf(tab: string): string {
  return `malamar-tab-${tab}`;
}
