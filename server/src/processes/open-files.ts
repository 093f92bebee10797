import { limitOpenFiles, openFileLimit } from "./libc.ts";

/** More than one process ever needs; without it some systems would allow a billion. */
const MOST_FILES = 1_048_576n;

/** Every connection is an open file, and the usual limit is meant for programs without any. */
export function raiseOpenFileLimit(): void {
  const found = openFileLimit();
  const soft = BigInt(mostPossibleFiles() ?? 0);
  if (found && found.soft < soft) limitOpenFiles(0, { ...found, soft });
}

/** How many files this process may have open; null if unknown. */
export function mostOpenFiles(): number | null {
  const limit = openFileLimit();
  return limit && Number(limit.soft);
}

/** How many it could have open after a start; null if unknown. */
export function mostPossibleFiles(): number | null {
  const limit = openFileLimit();
  if (!limit) return null;
  return Number(limit.hard < MOST_FILES ? limit.hard : MOST_FILES);
}

/**
 * Some programs close every file they could have, or cannot deal with high numbers: the programs we
 * start get the limit that we were started with. Bun raises it before any of our code runs, so we
 * read it from our parent.
 */
export function restoreOpenFileLimit(pid: number): void {
  const own = openFileLimit();
  const before = openFileLimit(process.ppid);
  // A parent with another hard limit has started us with other limits than its own.
  if (!own || before?.hard !== own.hard || before.soft >= own.soft) return;
  limitOpenFiles(pid, before);
}
