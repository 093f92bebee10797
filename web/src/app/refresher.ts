import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** A page that is hidden or covered gets no animation frames; nobody waits for it either. */
const UNSEEN_PAUSE_MS = 250;

/** Collects what has become stale and fetches it once per frame, however many events there were. */
export function createRefresher(queryClient: QueryClient) {
  const waiting = new Map<string, QueryKey>();
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
    const keys = [...waiting.values()];
    waiting.clear();
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  }

  return {
    refresh(keys: readonly QueryKey[]) {
      for (const key of keys) waiting.set(hashKey(key), key);
      if (keys.length > 0) schedule();
    },
    /** The empty key is a part of every key. */
    refreshAll() {
      waiting.clear();
      waiting.set("", []);
      schedule();
    },
  };
}
