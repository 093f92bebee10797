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
  /** The file in which processes without a mark are noted down; without it, a crash forgets them. */
  recordPath?: string;
  /** Told what had outlived its run, and is ended now. */
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
    // A disk that is full or gone is told of elsewhere; the next look may find it as it should be.
  }
}

async function lookAround(onStrays: NonNullable<Supervision["onStrays"]>): Promise<void> {
  reapOrphans();
  const ended = await endStrays();
  if (ended.length > 0) onStrays(ended);
}

/** Resolves when nothing is left of any command; runs are ended by who started them. */
export async function stopSupervision(): Promise<void> {
  clearInterval(looking ?? undefined);
  clearInterval(noting ?? undefined);
  looking = null;
  noting = null;
  await commandsEnded();
}

/** A dead process costs a line in a table: no hurry. */
const LOOK_INTERVAL_MS = 5000;

/** What flees is soon on its own, and then only known by what was seen before. */
const NOTE_INTERVAL_MS = 1000;

let looking: NodeJS.Timeout | null = null;
let noting: NodeJS.Timeout | null = null;

/** For somebody who does not wait: kills on the spot what this process has started for runs. */
export function killEverything(): void {
  if (process.platform !== "linux") return;
  for (const entry of processesOfThisLife(linuxProcessTable)) signalProcess(entry, "SIGKILL");
}

/** Ends what a crash left running. To be called at the start, before anything new runs. */
export function endProcessesOfLostRuns(
  { runIds, ...lost }: LostRuns,
  options: EndingOptions = {},
): Promise<EndedProcesses> {
  const marks = { ...lost, runIds: [...runIds, ...COMMAND_IDS] };
  return endProcesses(processesOfLostRuns(marks), options);
}
