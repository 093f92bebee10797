import {
  FRAME_TYPES,
  changeDelay,
  eventsUrl,
  newLink,
  nextLink,
  retryDelay,
  type Happening,
  type Link,
  type RawFrame,
} from "./event-source.logic.ts";

export type EventConnection = {
  /** Retries at once if it is waiting. A working connection is left alone. */
  retryNow: () => void;
  /** Listens for further event types, which only a tab of another version knows. */
  listenFor: (types: readonly string[]) => void;
  /** Also receives the transcript events of these runs, on a new stream that replaces this one. */
  watchRuns: (runs: readonly string[]) => void;
  close: () => void;
};

type Watcher = {
  onFrame: (frame: RawFrame, link: Link) => void;
  onLink: (link: Link) => void;
};

/**
 * Keeps an event stream open until it is closed. The browser's own retry gives up for good on an
 * HTTP error and never updates the address. So every failure closes the stream and opens a new one
 * that resumes after the last event seen.
 */
export function connectEvents(
  lastId: string | null,
  runs: readonly string[],
  watcher: Watcher,
): EventConnection {
  const types = new Set(FRAME_TYPES);
  let wanted = runs;
  let watched = runs;
  let link = newLink(lastId);
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let changeTimer: ReturnType<typeof setTimeout> | undefined;

  function move(happening: Happening) {
    link = nextLink(link, happening);
    watcher.onLink(link);
  }

  function connect() {
    stop();
    watched = wanted;
    source = new EventSource(eventsUrl(link.lastId, watched));
    source.addEventListener("error", fail);
    for (const type of types) source.addEventListener(type, receive);
    move({ type: "connect" });
  }

  function receive({ type, data, lastEventId }: MessageEvent<string>) {
    move({ type: "frame", id: lastEventId });
    watcher.onFrame({ type, data }, link);
  }

  function fail() {
    stop();
    move({ type: "failed" });
    timer = setTimeout(connect, retryDelay(link.failures));
  }

  function stop() {
    source?.close();
    source = null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    clearTimeout(changeTimer);
  }

  function retryNow() {
    if (link.phase === "waiting") connect();
  }

  function listenFor(wanted: readonly string[]) {
    for (const type of wanted) {
      // Adding the same listener twice has no effect.
      source?.addEventListener(type, receive);
      types.add(type);
    }
  }

  function watchRuns(next: readonly string[]) {
    wanted = next;
    clearTimeout(changeTimer);
    const delay = changeDelay(watched, wanted);
    // A stream that is waiting to retry will use the new runs.
    if (delay === null || source === null) return;
    changeTimer = setTimeout(connect, delay);
  }

  connect();
  window.addEventListener("online", retryNow);
  return {
    retryNow,
    listenFor,
    watchRuns,
    close: () => {
      window.removeEventListener("online", retryNow);
      stop();
    },
  };
}
