import { isStorageTrouble } from "#events/unit-of-work.ts";
import type { Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";

interface Deps {
  timers: Timers;
  logger: Logger;
}

/** Soon enough after there is space again, and no burden until then. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Stores what an agent has worked out, and retries while the disk is full or the database is
 * locked: it was paid for, and must not be thrown away. The signal ends the retries.
 */
export async function untilStored<Result>(
  { timers, logger }: Deps,
  stop: AbortSignal,
  write: () => Result,
): Promise<Result> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return write();
    } catch (error) {
      if (!isStorageTrouble(error) || stop.aborted) throw error;
      logger.error("The end of a run cannot be stored; Malamar keeps it and retries", { error });
    }
    await pause(timers, pauseMs, stop);
  }
}

function pause(timers: Timers, ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, done);
    function done(): void {
      cancel();
      stop.removeEventListener("abort", done);
      resolve();
    }
    stop.addEventListener("abort", done);
  });
}
