import { realpath, stat } from "node:fs/promises";
import { messageOf } from "#lib/app-error.ts";
import type { Timers } from "#lib/clock.ts";

/** What the file system says about a directory: its real path, or why it cannot be used. */
type Found = { real: string } | { problem: string };

interface Deps {
  timers: Timers;
  find?: (path: string) => Promise<Found>;
}

/** Longer than any disk takes that is awake, and no long wait for a page. */
const PATIENCE_MS = 1000;

/**
 * Asks the file system one thing at a time. A network drive that hangs holds the thread that asks, and
 * there are as few of them as cores: two such questions would stop all reading of files. While one is
 * open for too long, nothing else is asked.
 */
export function createDirectoryLook({ timers, find = findDirectory }: Deps) {
  let last: Promise<unknown> = Promise.resolve();
  let isStuck = false;

  return async (path: string): Promise<Found> => {
    const unchecked = {
      problem: `The directory ${path} was not checked: a disk is not responding.`,
    };
    if (isStuck) return unchecked;
    const answer = last.then(() => find(path));
    last = answer;
    const patience = Promise.withResolvers<Found>();
    const callOff = timers.after(PATIENCE_MS, () => {
      isStuck = true;
      patience.resolve(unchecked);
    });
    const found = answer.finally(() => {
      callOff();
      isStuck = false;
    });
    return Promise.race([found, patience.promise]);
  };
}

export type DirectoryLook = ReturnType<typeof createDirectoryLook>;

/** Never rejects. */
async function findDirectory(path: string): Promise<Found> {
  try {
    if (!(await stat(path)).isDirectory()) return { problem: `${path} is not a directory.` };
    return { real: await realpath(path) };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return {
      problem: isMissing
        ? `The directory ${path} does not exist. Malamar does not create it.`
        : `The directory ${path} cannot be read: ${messageOf(error)}`,
    };
  }
}
