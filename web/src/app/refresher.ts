import { hashKey, type DataTag, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { isDeletedHere } from "#lib/deleted-here.ts";
import { nextFrame } from "#lib/next-frame.ts";

/** No key has this hash. */
const EVERYTHING = "";

/** A fetch that is quicker than this costs nobody anything. */
const CHEAP_MS = 50;

/** After a dear one, nothing for this many times as long: a board of thousands leaves time for the team. */
const REST = 2;

const REAL_TIME = {
  now: () => performance.now(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/**
 * Collects what has become stale and fetches it once per frame, however many events there were. A fetch
 * under way is not thrown away for the next event, or a busy team would keep the page from ever
 * showing anything: it ends, and one more follows.
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
      // Now, and not when it became stale: whoever deletes something may do so in between.
      if (!isDeletedHere(queryClient, queryKey)) void fetch(hash, queryKey);
    }
  }

  async function fetch(hash: string, queryKey: QueryKey) {
    fetching.add(hash);
    const began = time.now();
    // A first fetch goes on as it was asked for, perhaps before what has happened now.
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
    // Everything includes these.
    if (waiting.has(EVERYTHING)) return;
    for (const key of keys) waiting.set(hashKey(key), key);
    if (keys.length > 0) schedule();
  }

  /** The empty key is a part of every key. */
  function refreshAll() {
    waiting.clear();
    waiting.set(EVERYTHING, []);
    schedule();
  }

  /** What an event itself tells. An answer that is under way may be older, and must not undo it. */
  function set<Data>(queryKey: DataTag<QueryKey, Data, Error>, data: Data) {
    void queryClient.cancelQueries({ queryKey, exact: true });
    queryClient.setQueryData<Data>(queryKey, data);
  }

  return { refresh, refreshAll, set };
}
