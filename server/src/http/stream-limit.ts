import { AppError } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";

interface Deps {
  /** How many files this process may have open; null if unknown. */
  mostFiles: number | null;
  /** How many streams there are. */
  count: () => number;
  logger: Logger;
}

/** Throws when there is no room for another stream. */
export type RequireStreamPlace = () => void;

/** For the database, transcripts, the pipes of runs, and requests that end. */
const FEWEST_OTHER_FILES = 64;
const MOST_OTHER_FILES = 1024;
const FEWEST_STREAMS = 8;

/** Once this many have closed, a new shortage is logged again. */
const RELAXED = 0.9;

/**
 * A stream that is never accepted would be silence; this says why, before everything else stops
 * working too.
 */
export function createStreamLimit({ mostFiles, count, logger }: Deps): RequireStreamPlace {
  const most = mostFiles === null ? Infinity : mostStreams(mostFiles);
  let isTold = false;
  return () => {
    const open = count();
    if (open < most * RELAXED) isTold = false;
    if (open < most) return;
    if (!isTold) {
      logger.warn("No more event streams are accepted: the limit on open files is reached", {
        streams: open,
        open_files: mostFiles,
      });
    }
    isTold = true;
    throw new AppError(
      "TOO_MANY_STREAMS",
      `${open} event streams are open, and the system's limit of open files allows no more. ` +
        "Close some pages, or raise the limit (ulimit -n) and start Malamar again.",
      { "Retry-After": "10" },
    );
  };
}

export function mostStreams(mostFiles: number): number {
  const others = Math.min(Math.max(mostFiles / 4, FEWEST_OTHER_FILES), MOST_OTHER_FILES);
  return Math.max(Math.floor(mostFiles - others), FEWEST_STREAMS);
}
