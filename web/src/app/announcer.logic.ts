import { sentenceOf, type TaskNews } from "./task-news.logic.ts";

/** Nobody can listen to more than one sentence in this time. */
const PAUSE_MS = 3_000;

const WEIGHT: Readonly<Record<TaskNews["kind"], number>> = {
  started: 0,
  created: 1,
  error: 1,
  in_review: 2,
};

export type Clock = {
  now: () => number;
  /** Calls back once after this time; the returned function no longer waits. */
  wait: (ms: number, then: () => void) => () => void;
};

/**
 * Says one sentence at a time. Of what happens during the pause the newest is said, but what waits
 * for the person is never passed over for what works by itself.
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

  /** Nobody looks at this tab: what it wanted to say is old when somebody does. */
  function forget() {
    stopWaiting?.();
    stopWaiting = null;
    waiting = null;
  }

  return { announce, forget };
}
