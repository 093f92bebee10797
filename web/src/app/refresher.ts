import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** A page that is hidden or covered gets no animation frames; nobody waits for it either. */
const UNSEEN_PAUSE_MS = 250;

/** No key has this hash. */
const EVERYTHING = "";

/**
 * Collects what has become stale and fetches it once per frame, however many events there were. A fetch
 * under way is not thrown away for the next event, or a busy team would keep the page from ever
 * showing anything: it ends, and one more follows.
 */
export function createRefresher(queryClient: QueryClient) {
  const waiting = new Map<string, QueryKey>();
  const fetching = new Set<string>();
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule() {
    if (frame !== null) return;
    frame = requestAnimationFrame(flush);
    timer = setTimeout(flush, UNSEEN_PAUSE_MS);
  }

  function flush() {
    if (frame !== null) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = null;
    for (const [hash, queryKey] of waiting) {
      if (fetching.has(hash)) continue;
      waiting.delete(hash);
      void fetch(hash, queryKey);
    }
  }

  async function fetch(hash: string, queryKey: QueryKey) {
    fetching.add(hash);
    await queryClient.invalidateQueries({ queryKey });
    fetching.delete(hash);
    if (waiting.has(hash)) schedule();
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

  return { refresh, refreshAll };
}
