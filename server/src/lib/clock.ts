/** The current time as an ISO-8601 UTC string with milliseconds, the form of every stored time. */
export type Clock = () => string;

export const systemClock: Clock = () => new Date().toISOString();

/** Timers, passed as an argument, so that a test can let an hour pass at once. */
export interface Timers {
  /** Calls once after this many milliseconds; the returned function cancels that. */
  after: (ms: number, call: () => void) => () => void;
  /** A monotonic clock in milliseconds. */
  elapsed: () => number;
}

export const systemTimers: Timers = {
  after: (ms, call) => {
    const timer = setTimeout(call, Math.min(ms, LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
  elapsed: () => performance.now(),
};

/** A longer delay does not fit into the timer's 31 bits and would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A time as part of a file name, to the millisecond, so that no two are the same. */
export function stampOf(time: string): string {
  return time.replaceAll(/[-:.Z]/g, "").replace("T", "-");
}

/** The time this many milliseconds after another. */
export function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString();
}
