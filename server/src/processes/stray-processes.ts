import { endProcesses } from "./end-processes.ts";
import { processesWithMark } from "./find-processes.ts";
import { linuxProcessTable, type ProcessEntry } from "./process-table.ts";
import { endedMarks } from "./process.ts";

/**
 * Ends what has outlived its run. The end of a run looks for everything that it started, but the
 * kernel's list of children may leave one out while others of them end; this net is for that one.
 */
export async function endStrays(
  nowMs: number = performance.now(),
): Promise<readonly ProcessEntry[]> {
  if (process.platform !== "linux") return [];
  for (const [mark, at] of endedMarks) if (nowMs - at > FORGOTTEN_MS) endedMarks.delete(mark);
  const find = processesWithMark((mark) => nowMs - (endedMarks.get(mark) ?? nowMs) >= ENDING_MS);
  if (find(linuxProcessTable, []).length === 0) return [];
  return (await endProcesses(find, { graceMs: 0 })).ended;
}

/** The end of a run takes 5 seconds at most; whoever is there after twice as long was missed. */
const ENDING_MS = 10_000;
/** Many looks later. */
const FORGOTTEN_MS = 10 * 60_000;
