/** Code that is fetched on first use, once for all callers. A failed fetch can be retried. */
export function createLateCode(load: () => Promise<void>) {
  let isThere = false;
  let fetching: Promise<void> | null = null;
  const waiting = new Set<() => void>();

  async function fetch(): Promise<void> {
    try {
      await load();
    } catch (error) {
      fetching = null;
      throw error;
    }
    isThere = true;
    for (const tell of waiting) tell();
  }

  return {
    isThere: () => isThere,

    fetch: (): Promise<void> => (fetching ??= fetch()),

    /** Notifies when the code is there. The returned function unsubscribes. */
    subscribe: (tell: () => void) => {
      waiting.add(tell);
      return () => void waiting.delete(tell);
    },
  };
}
