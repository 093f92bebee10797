import { processesOfRun, type FindProcesses, type RunProcesses } from "./find-processes.ts";
import type { ProcessEntry, ProcessIdentity } from "./process-table.ts";
import { readProcessTable } from "./read-process-table.ts";
import { signalGroupOf, signalProcess, type EndingSignal } from "./signal-process.ts";

export interface EndedProcesses {
  /** Everything that was alive and no longer is. */
  ended: readonly ProcessEntry[];
  /** What not even SIGKILL could end, such as a process that waits for a dead disk. */
  survivors: readonly ProcessEntry[];
}

export interface EndingOptions {
  /** How long a process may take to end cleanly; 0 kills at once. */
  graceMs?: number | undefined;
}

/** Ends the leader of a run, its descendants, and those of them that escaped. */
export function endProcessesOfRun(
  run: RunProcesses,
  options: EndingOptions = {},
): Promise<EndedProcesses> {
  return endProcesses(processesOfRun(run), { ...options, leader: run.leader });
}

/**
 * Asks every process it finds to end, and kills what is left after the grace period; keeps looking
 * all the while, because processes start others until their last moment. Resolves as soon as
 * nothing is left.
 */
export async function endProcesses(
  find: FindProcesses,
  { graceMs = GRACE_MS, leader }: EndingOptions & { leader?: number } = {},
): Promise<EndedProcesses> {
  const met = new Map<string, ProcessEntry>();
  const asked = new Set<string>();
  const begin = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  let emptyLooks = 0;
  for (;;) {
    const found = await findAll(find, [...met.values()]);
    for (const entry of found) met.set(keyOf(entry), entry);
    const spentMs = performance.now() - begin;
    emptyLooks = found.length === 0 ? emptyLooks + 1 : 0;
    const isOver = emptyLooks >= (met.size === 0 ? 1 : EMPTY_LOOKS);
    if (isOver || spentMs > graceMs + KILL_MS) return outcome(met, found);
    if (found.length === 0) {
      await Bun.sleep(1);
      continue;
    }
    if (spentMs >= graceMs) {
      signalAll(found, "SIGKILL", leader);
    } else {
      signalAll(
        found.filter((entry) => !asked.has(keyOf(entry))),
        "SIGTERM",
        leader,
      );
      for (const entry of found) asked.add(keyOf(entry));
      wakeStopped(found);
    }
    await Bun.sleep(Math.min(pauseMs, Math.max(1, begin + graceMs - performance.now())));
    pauseMs = Math.min(pauseMs * 1.5, LAST_PAUSE_MS);
  }
}

/** A process that forks and exits all the time is easy to miss; once seen, it is hunted. */
const EMPTY_LOOKS = 8;

/** Long enough for a CLI to end cleanly, short enough for a person who waits. */
const GRACE_MS = 3000;
/** A killed process is gone at once, unless the kernel holds it: nobody can wait for that. */
const KILL_MS = 2000;
/**
 * Most end within a few milliseconds, and someone is waiting; the others are not worth a busy
 * machine.
 */
const FIRST_PAUSE_MS = 2;
const LAST_PAUSE_MS = 25;

/**
 * Two passes: a process that ends during the first one hands its children over to us, after our
 * list was already checked.
 */
async function findAll(
  find: FindProcesses,
  known: readonly ProcessIdentity[],
): Promise<readonly ProcessEntry[]> {
  const found = find(await readProcessTable(), known);
  return found.length > 0 ? found : find(await readProcessTable(), known);
}

/**
 * A second SIGTERM makes some programs drop everything, and members of the leader's group already
 * get one.
 */
function signalAll(
  entries: readonly ProcessEntry[],
  signal: EndingSignal,
  leader: number | undefined,
): void {
  const leading = entries.find(({ pid }) => pid === leader);
  if (leading) signalGroupOf(leading, signal);
  for (const entry of entries) {
    if (entry.group !== leading?.pid) signalProcess(entry, signal);
  }
}

/** A stopped process hears nothing but SIGKILL until it continues. */
function wakeStopped(entries: readonly ProcessEntry[]): void {
  for (const entry of entries) {
    if (entry.state === "T") signalProcess(entry, "SIGCONT");
  }
}

function outcome(
  met: ReadonlyMap<string, ProcessEntry>,
  survivors: readonly ProcessEntry[],
): EndedProcesses {
  const alive = new Set(survivors.map(keyOf));
  return { ended: [...met.values()].filter((entry) => !alive.has(keyOf(entry))), survivors };
}

function keyOf({ pid, startTime }: ProcessIdentity): string {
  return `${pid} ${startTime}`;
}
