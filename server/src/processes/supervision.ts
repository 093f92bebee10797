import { COMMAND_IDS, commandsEnded, nameCommandsAfter } from "./command.ts";
import { endProcesses, type EndedProcesses, type EndingOptions } from "./end-processes.ts";
import { processesOfLostRuns, processesOfThisLife, type LostRuns } from "./find-processes.ts";
import { createEscapeRecord } from "./escape-record.ts";
import { becomeSubreaper } from "./libc.ts";
import { reapOrphans } from "./orphan-reaper.ts";
import { linuxProcessTable, type ProcessEntry } from "./process-table.ts";
import { signalProcess } from "./signal-process.ts";
import { endStrays } from "./stray-processes.ts";

interface Supervision {
  installationId: string;
  /** The file that records processes without a mark; without it, a crash forgets them. */
  recordPath?: string;
  /** Called with processes that had outlived their run and are being ended. */
  onStrays?: (ended: readonly ProcessEntry[]) => void;
}

/** From here on no descendant gets lost, and none that dies stays on the process table. */
export function startSupervision(supervision: Supervision): void {
  const { installationId, recordPath, onStrays = () => {} } = supervision;
  becomeSubreaper();
  nameCommandsAfter(installationId);
  if (looking) return;
  looking = setInterval(() => void lookAround(onStrays), LOOK_INTERVAL_MS);
  looking.unref();
  if (recordPath === undefined || process.platform !== "linux") return;
  const record = createEscapeRecord(recordPath);
  noting = setInterval(() => note(record), NOTE_INTERVAL_MS);
  noting.unref();
}

function note(record: ReturnType<typeof createEscapeRecord>): void {
  try {
    record.update();
  } catch {
    // A full or missing disk is reported elsewhere; the next look may find it in order.
  }
}

async function lookAround(onStrays: NonNullable<Supervision["onStrays"]>): Promise<void> {
  reapOrphans();
  const ended = await endStrays();
  if (ended.length > 0) onStrays(ended);
}

/** Resolves when nothing is left of any command; runs are ended by whoever started them. */
export async function stopSupervision(): Promise<void> {
  clearInterval(looking ?? undefined);
  clearInterval(noting ?? undefined);
  looking = null;
  noting = null;
  await commandsEnded();
}

/** A dead process costs a line in a table: no hurry. */
const LOOK_INTERVAL_MS = 5000;

/** An escaping process is soon on its own, and then only known from what was seen before. */
const NOTE_INTERVAL_MS = 1000;

let looking: NodeJS.Timeout | null = null;
let noting: NodeJS.Timeout | null = null;

/** For someone who does not wait: kills at once what this process has started for runs. */
export function killEverything(): void {
  if (process.platform !== "linux") return;
  for (const entry of processesOfThisLife(linuxProcessTable)) signalProcess(entry, "SIGKILL");
}

/** Ends what a crash left running. Call it at startup, before anything new runs. */
export function endProcessesOfLostRuns(
  { runIds, ...lost }: LostRuns,
  options: EndingOptions = {},
): Promise<EndedProcesses> {
  const marks = { ...lost, runIds: [...runIds, ...COMMAND_IDS] };
  return endProcesses(processesOfLostRuns(marks), options);
}
