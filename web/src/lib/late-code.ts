/** Code that is fetched when it is first wanted, once for everybody; after a failure it is tried again. */
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

    /** Told when it is there; the answer ends that. */
    subscribe: (tell: () => void) => {
      waiting.add(tell);
      return () => void waiting.delete(tell);
    },
  };
}
