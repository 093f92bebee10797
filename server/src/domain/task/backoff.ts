/** 15 minutes: often enough to notice that a CLI works again, and cheap for a whole night. */
export const LONGEST_BACKOFF_MS = 15 * 60 * 1000;

/** How long a task waits after so many failed passes in a row: 1 s, 2 s, 4 s … */
export function backoffMs(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
}
