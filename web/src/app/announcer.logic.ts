import { sentenceOf, type TaskNews } from "./task-news.logic.ts";

/** Nobody can take in more than one sentence in this time. */
const PAUSE_MS = 3_000;

const WEIGHT: Readonly<Record<TaskNews["kind"], number>> = {
  started: 0,
  created: 1,
  error: 1,
  in_review: 2,
};

export type Clock = {
  now: () => number;
  /** Calls `then` once after this time. The returned function cancels it. */
  wait: (ms: number, then: () => void) => () => void;
};

/**
 * Announces one sentence at a time. After the pause only the newest is announced, but a sentence
 * about something that waits for the user is never dropped for routine activity.
 */
export function createAnnouncer(say: (sentence: string) => void, clock: Clock) {
  let saidAt = Number.NEGATIVE_INFINITY;
  let waiting: TaskNews | null = null;
  let stopWaiting: (() => void) | null = null;

  function sayNext() {
    stopWaiting = null;
    if (waiting === null) return;
    saidAt = clock.now();
    say(sentenceOf(waiting));
    waiting = null;
  }

  function announce(news: TaskNews) {
    if (waiting !== null && WEIGHT[news.kind] < WEIGHT[waiting.kind]) return;
    waiting = news;
    if (stopWaiting !== null) return;
    const pause = saidAt + PAUSE_MS - clock.now();
    if (pause <= 0) return sayNext();
    stopWaiting = clock.wait(pause, sayNext);
  }

  /** The tab is hidden. By the time the user returns, pending sentences are out of date. */
  function forget() {
    stopWaiting?.();
    stopWaiting = null;
    waiting = null;
  }

  return { announce, forget };
}
