import { endProcesses } from "./end-processes.ts";
import { adoptedIn, noteOrphans, strayEscapes } from "./escaped-processes.ts";
import { processesWithMark } from "./find-processes.ts";
import { linuxProcessTable, type ProcessEntry } from "./process-table.ts";
import { startedRuns } from "./process.ts";

/**
 * Ends what has outlived its run. The end of a run looks for everything that it started, but the
 * kernel's list of children may leave one out while others end; this net is for that one, and for a
 * process without a mark, whose run was unknown as long as another one was active.
 */
export async function endStrays(
  nowMs: number = performance.now(),
): Promise<readonly ProcessEntry[]> {
  if (process.platform !== "linux") return [];
  for (const [mark, { endedAt }] of startedRuns) {
    if (nowMs - (endedAt ?? nowMs) > FORGOTTEN_MS) startedRuns.delete(mark);
  }
  const hasEnded = (endedAt: number | null | undefined) => nowMs - (endedAt ?? nowMs) >= ENDING_MS;
  noteOrphans(linuxProcessTable, adoptedIn(linuxProcessTable));
  const find = processesWithMark(
    (mark) => hasEnded(startedRuns.get(mark)?.endedAt),
    (table) => strayEscapes(table, ({ endedAt }) => hasEnded(endedAt)),
  );
  if (find(linuxProcessTable, []).length === 0) return [];
  return (await endProcesses(find, { graceMs: 0 })).ended;
}

/**
 * The end of a run takes 5 seconds at most; anything that is there after twice as long was missed.
 */
const ENDING_MS = 10_000;
/** Many looks later. */
const FORGOTTEN_MS = 10 * 60_000;
