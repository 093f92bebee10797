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
  /** Tries again at once when it is waiting; a connection that works is left alone. */
  retryNow: () => void;
  /** Listens for further types of events, which a tab of another version knows and this one does not. */
  listenFor: (types: readonly string[]) => void;
  /** What is written to the transcripts of these runs comes too, on a stream that takes the place of this one. */
  watchRuns: (runs: readonly string[]) => void;
  close: () => void;
};

type Watcher = {
  onFrame: (frame: RawFrame, link: Link) => void;
  onLink: (link: Link) => void;
};

/**
 * Keeps a stream of events open for as long as it is wanted. The browser's own retry gives up for good
 * on an HTTP error and never updates the address, so every failure closes the stream and opens a new
 * one that goes on after the last event seen.
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
      // The same listener for the same type counts once, however often it is added.
      source?.addEventListener(type, receive);
      types.add(type);
    }
  }

  function watchRuns(next: readonly string[]) {
    wanted = next;
    clearTimeout(changeTimer);
    const delay = changeDelay(watched, wanted);
    // A stream that waits for its next attempt takes the new wishes along.
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
