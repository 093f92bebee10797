import { GitError } from "#git/git-error.ts";
import type { Timers } from "#lib/clock.ts";

/** All commands of one checkpoint together. In a large repository each takes seconds. */
const LIMIT_MINUTES = 10;

/** Work that ends after some minutes, with an error that says so. */
export async function withinLimit<Result>(
  timers: Timers,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const callOff = timers.after(LIMIT_MINUTES * 60_000, () => ending.abort());
  try {
    return await work(signal ? AbortSignal.any([signal, ending.signal]) : ending.signal);
  } catch (error) {
    if (!ending.signal.aborted || signal?.aborted) throw error;
    const seconds = LIMIT_MINUTES * 60;
    throw new GitError(
      { kind: "timed_out", seconds },
      `it took longer than ${LIMIT_MINUTES} minutes`,
    );
  } finally {
    callOff();
  }
}
