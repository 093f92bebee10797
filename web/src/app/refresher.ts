import { hashKey, type DataTag, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { isDeletedHere } from "#lib/deleted-here.ts";
import { nextFrame } from "#lib/next-frame.ts";

/** No query key has this hash. */
const EVERYTHING = "";

/** A faster fetch than this is not worth delaying. */
const CHEAP_MS = 50;

/**
 * After a slow fetch, rest for this many times its duration, so that a board of thousands leaves
 * the server time for the team.
 */
const REST = 2;

const REAL_TIME = {
  now: () => performance.now(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/**
 * Collects stale queries and fetches each once per frame, however many events arrive. The next
 * event does not abort a fetch in progress, or a busy team would keep the page from ever showing
 * anything. That fetch completes and one more follows.
 */
export function createRefresher(queryClient: QueryClient, time = REAL_TIME) {
  const waiting = new Map<string, QueryKey>();
  const fetching = new Set<string>();
  let isScheduled = false;

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    nextFrame(flush);
  }

  function flush() {
    isScheduled = false;
    for (const [hash, queryKey] of waiting) {
      if (fetching.has(hash)) continue;
      waiting.delete(hash);
      // Checked now and not when it became stale, because the user may have deleted it in between.
      if (!isDeletedHere(queryClient, queryKey)) void fetch(hash, queryKey);
    }
  }

  async function fetch(hash: string, queryKey: QueryKey) {
    fetching.add(hash);
    const began = time.now();
    // A first fetch may have read the data before this event, so one more must follow.
    if (isFirstFetchUnderWay(queryKey)) waiting.set(hash, queryKey);
    await queryClient.invalidateQueries({ queryKey });
    const took = time.now() - began;
    if (took > CHEAP_MS) await time.wait(REST * took);
    fetching.delete(hash);
    if (waiting.has(hash)) schedule();
  }

  function isFirstFetchUnderWay(queryKey: QueryKey): boolean {
    const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
    return underWay.some(({ state }) => state.data === undefined);
  }

  function refresh(keys: readonly QueryKey[]) {
    // A refresh of everything includes these.
    if (waiting.has(EVERYTHING)) return;
    for (const key of keys) waiting.set(hashKey(key), key);
    if (keys.length > 0) schedule();
  }

  /** The empty key is a prefix of every key. */
  function refreshAll() {
    waiting.clear();
    waiting.set(EVERYTHING, []);
    schedule();
  }

  /** Stores what an event carries. A response in flight may be older and must not overwrite it. */
  function set<Data>(queryKey: DataTag<QueryKey, Data, Error>, data: Data) {
    void queryClient.cancelQueries({ queryKey, exact: true });
    queryClient.setQueryData<Data>(queryKey, data);
  }

  return { refresh, refreshAll, set };
}
