import type { Timers } from "#lib/clock.ts";

interface Waiting {
  due: number;
  call: () => void;
}

/**
 * A clock that stands still until the test moves it; timers fire when it passes them, in their
 * order.
 */
export function virtualTime(start = "2026-01-01T00:00:00.000Z") {
  const origin = Date.parse(start);
  const waiting = new Set<Waiting>();
  let elapsed = 0;
  let asleep = 0;

  function next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const timer of waiting) if (!first || timer.due < first.due) first = timer;
    return first;
  }

  function fire(timer: Waiting): void {
    elapsed = Math.max(elapsed, timer.due);
    waiting.delete(timer);
    timer.call();
  }

  const timers: Timers = {
    after: (ms, call) => {
      const timer = { due: elapsed + ms, call };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    elapsed: () => elapsed,
  };

  return {
    timers,
    clock: () => new Date(origin + elapsed + asleep).toISOString(),
    /** Milliseconds since the start. */
    elapsed: () => elapsed,
    /** Lets this much time pass. */
    advance(ms: number): void {
      const end = elapsed + ms;
      for (let timer = next(); timer && timer.due <= end; timer = next()) fire(timer);
      elapsed = end;
    },
    /** Moves only the clock, as on a machine that was asleep: no timer fires. */
    sleep(ms: number): void {
      asleep += ms;
    },
    /** Moves to the next timer that is due, and lets it fire. */
    advanceToNext(): void {
      const timer = next();
      if (timer) fire(timer);
    },
  };
}
