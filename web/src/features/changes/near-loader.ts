/** What came of a request. */
export type Loaded<Value> =
  | { phase: "loading" }
  | { phase: "ready"; value: Value }
  | { phase: "failed"; error: unknown };

/** Not asked for yet, or not answered. */
export function isOnItsWay(
  loaded: Loaded<unknown> | undefined,
): loaded is { phase: "loading" } | undefined {
  return loaded === undefined || loaded.phase === "loading";
}

/** A limit on requests that several loaders share. */
export function createSlots(count: number) {
  let free = count;
  const waiting = new Set<() => void>();
  return {
    take: (): boolean => {
      if (free === 0) return false;
      free--;
      return true;
    },
    give: () => {
      free++;
      for (const tell of waiting) tell();
    },
    onFree: (tell: () => void) => void waiting.add(tell),
  };
}

type Slots = ReturnType<typeof createSlots>;

type NearLoaderOptions<Wish extends { key: string }, Value> = {
  load: (wish: Wish, signal: AbortSignal) => Promise<Value>;
  slots: Slots;
  /** How many are kept after nobody needs them. */
  kept: number;
  onChange: (key: string) => void;
};

/**
 * Loads what is near the visible part and keeps the last of it. A request that is no longer wanted
 * is given up, so that fast scrolling does not wait for what flew by.
 */
export function createNearLoader<Wish extends { key: string }, Value>({
  load,
  slots,
  kept,
  onChange,
}: NearLoaderOptions<Wish, Value>) {
  /** In the order in which they were last wanted. */
  const found = new Map<string, Loaded<Value>>();
  const underWay = new Map<string, AbortController>();
  let wanted: readonly Wish[] = [];

  function startMore() {
    for (const wish of wanted) {
      if (found.has(wish.key)) continue;
      if (!slots.take()) return;
      void start(wish);
    }
  }

  async function start(wish: Wish) {
    const { key } = wish;
    const controller = new AbortController();
    underWay.set(key, controller);
    found.set(key, { phase: "loading" });
    const loaded = await load(wish, controller.signal).then(
      (value) => ({ phase: "ready", value }) as const,
      (error: unknown) => ({ phase: "failed", error }) as const,
    );
    if (underWay.get(key) === controller) {
      underWay.delete(key);
      found.set(key, loaded);
      drop();
      onChange(key);
    }
    slots.give();
  }

  function giveUp(key: string, controller: AbortController) {
    underWay.delete(key);
    found.delete(key);
    controller.abort();
  }

  /** Forgets what was wanted the longest time ago. */
  function drop() {
    const needed = new Set(wanted.map(({ key }) => key));
    for (const key of found.keys()) {
      if (found.size <= kept) return;
      if (needed.has(key) || underWay.has(key)) continue;
      found.delete(key);
      onChange(key);
    }
  }

  slots.onFree(startMore);

  return {
    /** The most urgent first. */
    want(wishes: readonly Wish[]) {
      wanted = wishes;
      const needed = new Set(wanted.map(({ key }) => key));
      for (const [key, controller] of underWay) {
        if (!needed.has(key)) giveUp(key, controller);
      }
      for (const { key } of wanted) {
        const known = found.get(key);
        if (known === undefined) continue;
        found.delete(key);
        found.set(key, known);
      }
      startMore();
    },

    get: (key: string): Loaded<Value> | undefined => found.get(key),

    /** What has failed: one, or all. */
    retry(only?: string) {
      for (const [key, { phase }] of found) {
        if (phase !== "failed" || key !== (only ?? key)) continue;
        found.delete(key);
        onChange(key);
      }
      startMore();
    },

    /** Nothing is needed now. */
    stop() {
      wanted = [];
      for (const [key, controller] of underWay) giveUp(key, controller);
    },
  };
}
