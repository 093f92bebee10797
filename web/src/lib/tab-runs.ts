import { unionOfRuns } from "./event-hub.logic.ts";
import { hasLocks, holdLock } from "./tab-locks.ts";

/**
 * The runs that other tabs have said they watch. Each tab holds its own lock while it is open: a
 * tab that closes or crashes sends no message, but its lock becomes free. Without locks a tab says
 * when it closes, and the runs of a crashed one are forgotten with the next leader.
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
    /** Another tab leads now and collects the runs. */
    clear: () => runsOf.clear(),
    with: (own: readonly string[]) => unionOfRuns(own, runsOf.values()),
    has: (runId: string) => [...runsOf.values()].some((runs) => runs.includes(runId)),
    close: () => leaving.abort(),
  };
}

/**
 * Holds this tab's lock until the returned function is called. Calls back once it is held, or if
 * there are no locks.
 */
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
