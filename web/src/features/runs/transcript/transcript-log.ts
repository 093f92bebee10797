import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { ApiError } from "#lib/api.ts";
import type { RunWatcher } from "#lib/run-watch.ts";
import { createEventCache, PAGE_SIZE, type EventCache } from "./event-cache.logic.ts";

type Usage = Extract<TranscriptEvent, { type: "usage" }>;
type Finished = Extract<TranscriptEvent, { type: "finished" }>;
type Place = { after: number; limit: number } | { last: number };

export type LogSnapshot = {
  /** gone: the run was deleted. */
  phase: "loading" | "ready" | "failed" | "gone";
  /** Why the end, or the visible part, failed to load. */
  error: unknown;
  /** The highest known number. */
  lastSeq: number;
  /** Everything from here to the end is loaded. */
  tailStart: number;
  usage: Usage | null;
  finished: Finished | null;
};

type Deps = {
  /** As far as is known: a finished run is not followed, unless its end is missing. */
  isRunning: boolean;
  read: (place: Place, signal: AbortSignal) => Promise<TranscriptEvent[]>;
  watch: (watcher: RunWatcher) => () => void;
  /** Runs the callback before the next frame, so that hundreds of events are one render. */
  nextFrame: (callback: () => void) => void;
  /** Runs the callback shortly after, so that events only scrolled past are not loaded. */
  inAMoment: (callback: () => void) => void;
};

/**
 * The transcript of one run. It opens at the end, loads earlier events when they become visible,
 * and follows the run. Event numbers reveal gaps and duplicates.
 */
export function createTranscriptLog({ isRunning, read, watch, nextFrame, inAMoment }: Deps) {
  const cache = createEventCache();
  const listeners = new Set<() => void>();
  const loading = new Map<number, AbortController>();
  let life = new AbortController();
  let unwatch: (() => void) | null = null;
  let isDrawing = false;
  let isLoadDue = false;
  /** The signal of the current catch-up. */
  let catchingUp: AbortSignal | null = null;
  let isBehind = false;
  let wanted = { from: 1, to: 0 };
  let snapshot: LogSnapshot = {
    phase: "loading",
    error: null,
    lastSeq: 0,
    tailStart: 1,
    usage: null,
    finished: null,
  };
  let next = snapshot;

  function change(changes: Partial<LogSnapshot>) {
    next = { ...next, ...changes };
    if (isDrawing) return;
    isDrawing = true;
    nextFrame(draw);
  }

  function draw() {
    isDrawing = false;
    if (listeners.size === 0) return;
    // A new object even if its fields are equal, because the events have changed.
    snapshot = { ...next, tailStart: cache.tailStart(next.lastSeq) };
    for (const listener of listeners) listener();
  }

  function add(events: readonly TranscriptEvent[]) {
    let { lastSeq, usage, finished } = next;
    for (const event of events) {
      cache.add(event);
      lastSeq = Math.max(lastSeq, event.seq);
      if (event.type === "usage" && event.seq > (usage?.seq ?? 0)) usage = event;
      if (event.type === "finished") finished = event;
    }
    cache.tidy(wanted.from, wanted.to);
    change({ lastSeq, usage, finished });
    if (finished !== null) stopWatching();
  }

  function startWatching() {
    unwatch ??= watch({
      onEvent: (event) => {
        if (cache.slot(event.seq)) return;
        const isGap = event.seq > next.lastSeq + 1;
        add([event]);
        if (isGap) loadSoon();
      },
      onMissed: () => {
        if (next.error !== null) change({ error: null });
        void catchUp();
        loadSoon();
      },
    });
  }

  function stopWatching() {
    unwatch?.();
    unwatch = null;
  }

  /** Reads what came after the last event, and again if that was requested in the meantime. */
  async function catchUp(): Promise<void> {
    const { signal } = life;
    isBehind = true;
    if (catchingUp === signal) return;
    catchingUp = signal;
    try {
      while (isBehind && !signal.aborted) {
        isBehind = false;
        await readNews(signal);
      }
    } catch (error) {
      if (!signal.aborted) fail(error);
    } finally {
      if (catchingUp === signal) catchingUp = null;
    }
  }

  async function readNews(signal: AbortSignal) {
    if (next.phase === "ready") {
      const news = await read({ after: next.lastSeq, limit: PAGE_SIZE }, signal);
      if (signal.aborted || news.length === 0) return;
      add(news);
    }
    // There may be far more than one page. The end matters most, and the rest loads when it becomes
    // visible.
    const end = await read({ last: PAGE_SIZE }, signal);
    if (signal.aborted) return;
    add(end);
    change({ phase: "ready", error: null });
    if (next.finished === null && unwatch === null) {
      startWatching();
      isBehind = true;
    }
  }

  function fail(error: unknown) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (isGone) return change({ phase: "gone", error });
    // The watcher learns of the next connection and tries again.
    startWatching();
    change({ phase: next.phase === "ready" ? "ready" : "failed", error });
  }

  function loadSoon() {
    if (isLoadDue) return;
    isLoadDue = true;
    inAMoment(() => {
      isLoadDue = false;
      loadWanted();
    });
  }

  function loadWanted() {
    if (life.signal.aborted || next.error !== null) return;
    const { from, to } = { ...wanted, to: Math.min(wanted.to, next.lastSeq) };
    for (const [index, controller] of loading) {
      if (index < pageOf(from) || index > pageOf(to)) controller.abort();
    }
    for (let index = pageOf(from); index <= pageOf(to); index++) {
      const start = index * PAGE_SIZE;
      const unknown = cache.firstUnknown(
        Math.max(from, start + 1),
        Math.min(to, start + PAGE_SIZE),
      );
      if (unknown !== null && !loading.has(index)) void loadPage(index);
    }
  }

  async function loadPage(index: number) {
    const range = () => ({
      from: index * PAGE_SIZE + 1,
      to: Math.min((index + 1) * PAGE_SIZE, next.lastSeq),
    });
    const controller = new AbortController();
    loading.set(index, controller);
    try {
      await loadRange(range, AbortSignal.any([controller.signal, life.signal]));
    } catch (error) {
      if (!controller.signal.aborted && !life.signal.aborted) fail(error);
    } finally {
      loading.delete(index);
    }
  }

  async function loadRange(range: () => { from: number; to: number }, signal: AbortSignal) {
    for (;;) {
      const { from, to } = range();
      const first = cache.firstUnknown(from, to);
      if (first === null) return;
      const events = await read({ after: first - 1, limit: to - first + 1 }, signal);
      if (signal.aborted) return;
      // A short response may be a page of long events. The next request continues.
      cache.markMissing(first, Math.min(events.at(-1)?.seq ?? to, to));
      add(events.filter(({ seq }) => seq <= to));
    }
  }

  function start() {
    life = new AbortController();
    if (next.finished !== null) return;
    if (isRunning) startWatching();
    void catchUp();
  }

  function stop() {
    life.abort();
    stopWatching();
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },

    snapshot: () => snapshot,

    /** The visible range: its missing events are loaded, and none of it is dropped. */
    want: (from: number, to: number) => {
      if (from === wanted.from && to === wanted.to) return;
      wanted = { from, to };
      loadSoon();
    },

    /** Reads a part without keeping it. */
    read: (place: { after: number; limit: number }, signal: AbortSignal) => read(place, signal),

    /** New events may exist, such as the end. */
    catchUp: () => void catchUp(),

    retry: () => {
      change({ error: null, phase: next.phase === "ready" ? "ready" : "loading" });
      void catchUp();
      loadSoon();
    },

    events: cache satisfies Pick<EventCache, "slot" | "hasCall" | "resultOf">,
  };
}

export type TranscriptLog = ReturnType<typeof createTranscriptLog>;

function pageOf(seq: number): number {
  return Math.floor(Math.max(seq - 1, 0) / PAGE_SIZE);
}
