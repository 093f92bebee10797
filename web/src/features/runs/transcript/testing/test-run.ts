import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import type { RunWatcher } from "#lib/run-watch.ts";
import { said } from "./events.ts";
import { createTranscriptLog } from "../transcript-log.ts";

export const range = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, n) => from + n);

/** A run with this many events, on a server that answers when the test says so. */
export function testRun(count: number, { isRunning = true, isHeld = false } = {}) {
  const events: TranscriptEvent[] = range(1, count).map((seq) => said(seq));
  const asked: string[] = [];
  const watchers = new Set<RunWatcher>();
  const held: (() => void)[] = [];
  const due: (() => void)[] = [];
  const run = { events, failure: null as unknown, isHeld, mostAtOnce: Infinity };
  let renders = 0;

  const log = createTranscriptLog({
    isRunning,
    read: async (place, signal) => {
      asked.push("last" in place ? `last ${place.last}` : `${place.after}+${place.limit}`);
      const answer =
        "last" in place
          ? events.slice(-place.last)
          : events
              .filter(({ seq }) => seq > place.after)
              .slice(0, Math.min(place.limit, run.mostAtOnce));
      if (run.isHeld) await new Promise<void>((resolve) => held.push(resolve));
      signal.throwIfAborted();
      if (run.failure !== null) throw run.failure;
      return answer;
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    nextFrame: (callback) => due.push(callback),
    inAMoment: (callback) => due.push(callback),
  });

  /** Waits for everything pending. */
  async function settle() {
    for (let turn = 0; turn < 20; turn++) {
      await Promise.resolve();
      for (const callback of due.splice(0)) callback();
    }
  }

  return {
    log,
    run,
    asked,
    settle,
    isWatched: () => watchers.size > 0,
    renders: () => renders,
    open: async () => {
      const close = log.subscribe(() => renders++);
      await settle();
      return close;
    },
    release: () => held.splice(0).forEach((resolve) => resolve()),
    /** Writes events. `tell` on the result delivers them to the page at once. */
    write: (...written: TranscriptEvent[]) => {
      events.push(...written);
      return { tell: () => written.forEach((event) => tell(event)) };
    },
    tell,
    tellMissed: () => watchers.forEach((watcher) => watcher.onMissed()),
  };

  function tell(event: TranscriptEvent) {
    for (const watcher of watchers) watcher.onEvent(event);
  }
}

export const known = ({ log }: ReturnType<typeof testRun>, from: number, to: number) =>
  range(from, to).filter((seq) => log.events.slot(seq) !== undefined);
