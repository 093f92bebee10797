import { COMMAND_IDS, commandsEnded, nameCommandsAfter } from "./command.ts";
import { endProcesses, type EndedProcesses, type EndingOptions } from "./end-processes.ts";
import { processesOfLostRuns, processesOfThisLife, type LostRuns } from "./find-processes.ts";
import { becomeSubreaper } from "./libc.ts";
import { reapOrphans } from "./orphan-reaper.ts";
import { linuxProcessTable, type ProcessEntry } from "./process-table.ts";
import { signalProcess } from "./signal-process.ts";
import { endStrays } from "./stray-processes.ts";

interface Supervision {
  installationId: string;
  /** Told what had outlived its run, and is ended now. */
  onStrays?: (ended: readonly ProcessEntry[]) => void;
}

/** From here on no descendant gets lost, and none that dies stays on the process table. */
export function startSupervision({ installationId, onStrays = () => {} }: Supervision): void {
  becomeSubreaper();
  nameCommandsAfter(installationId);
  if (looking) return;
  looking = setInterval(() => void lookAround(onStrays), LOOK_INTERVAL_MS);
  looking.unref();
}

async function lookAround(onStrays: NonNullable<Supervision["onStrays"]>): Promise<void> {
  reapOrphans();
  const ended = await endStrays();
  if (ended.length > 0) onStrays(ended);
}

/** Resolves when nothing is left of any command; runs are ended by who started them. */
export async function stopSupervision(): Promise<void> {
  clearInterval(looking ?? undefined);
  looking = null;
  await commandsEnded();
}

/** A dead process costs a line in a table: no hurry. */
const LOOK_INTERVAL_MS = 5000;

let looking: NodeJS.Timeout | null = null;

/** For somebody who does not wait: kills on the spot what this process has started for runs. */
export function killEverything(): void {
  if (process.platform !== "linux") return;
  for (const entry of processesOfThisLife(linuxProcessTable)) signalProcess(entry, "SIGKILL");
}

/** Ends what a crash left running. To be called at the start, before anything new runs. */
export function endProcessesOfLostRuns(
  { installationId, runIds }: LostRuns,
  options: EndingOptions = {},
): Promise<EndedProcesses> {
  const marks = { installationId, runIds: [...runIds, ...COMMAND_IDS] };
  return endProcesses(processesOfLostRuns(marks), options);
}
