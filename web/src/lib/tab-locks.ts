/** Browsers do not offer locks to a page loaded over plain http from another machine. */
export function hasLocks(): boolean {
  return "locks" in navigator;
}

/**
 * Holds a lock shared by the tabs of a browser until the returned function is called. Calls back
 * once it is held.
 */
export function holdLock(name: string, options: LockOptions, onHeld = () => {}): () => void {
  const leaving = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  navigator.locks
    .request(name, { ...options, signal: leaving.signal }, () => {
      // The lock was granted just as it was given up.
      if (leaving.signal.aborted) return undefined;
      onHeld();
      return held;
    })
    .catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error;
    });
  return () => {
    release();
    leaving.abort();
  };
}

/** Whether any tab of this browser holds the lock. */
export async function isLockHeld(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}
