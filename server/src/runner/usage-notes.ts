import type { Timers } from "#lib/clock.ts";
import type { Usage } from "./execute-run.ts";

/** Often enough for somebody who watches the figures, seldom enough for a CLI that tells them all the time. */
const PAUSE_MS = 2000;

/** Writes down what a run has used so far: at once, then after each pause if there was something new. */
export function createUsageNotes(timers: Timers, write: (usage: Usage) => void) {
  let unwritten: Usage | null = null;
  let stopPause: (() => void) | null = null;

  function writeAndPause(): void {
    if (unwritten === null) return void (stopPause = null);
    write(unwritten);
    unwritten = null;
    stopPause = timers.after(PAUSE_MS, writeAndPause);
  }

  return {
    note(usage: Usage): void {
      unwritten = usage;
      if (stopPause === null) writeAndPause();
    },
    stop: () => stopPause?.(),
  };
}
