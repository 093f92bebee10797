import { UNTOUCHABLE, withDescendants } from "./descendants.ts";
import { becomeSubreaper } from "./libc.ts";
import { hasAnyMark, isLimitMark, LET_GO } from "./process-marks.ts";
import { isDead, type ProcessIdentity, type ProcessTable } from "./process-table.ts";
import { isOwnChild, startedRuns, type StartedRun } from "./process.ts";

/**
 * A process that has dropped both marks. It is still our descendant, so some run has started it:
 * one that was active when it was first seen, and that did not begin after it.
 */
interface Escaped extends ProcessIdentity {
  suspects: readonly StartedRun[];
}

/** By number and start. */
const escapes = new Map<string, Escaped>();

/** Our children by adoption; what Bun waits for belongs to a living run. */
export function adoptedIn(table: ProcessTable): readonly number[] {
  // There may be hundreds of children, and only a few orphans.
  return table.childrenOf(process.pid).filter((pid) => !isOwnChild(pid));
}

/**
 * Those that this run may have started, and no other active run; seen before, or for the first
 * time.
 */
export function escapesOf(
  table: ProcessTable,
  adopted: readonly number[],
  run: StartedRun,
): readonly number[] {
  noteOrphans(table, adopted, run);
  return thoseWhere(
    table,
    (suspects) =>
      suspects.includes(run) &&
      suspects.every((suspect) => suspect === run || !isAtWork(table, suspect)),
  );
}

/**
 * An orphan that some run may have started. The user's browser is an orphan too, but not one of
 * these.
 */
export function isEscaped(table: ProcessTable, pid: number): boolean {
  noteOrphans(table, adoptedIn(table));
  return thoseWhere(table, () => true).includes(pid);
}

/** Those that only such runs may have started, none of which is active. */
export function strayEscapes(
  table: ProcessTable,
  isMeant: (run: StartedRun) => boolean,
): readonly number[] {
  return thoseWhere(table, (suspects) =>
    suspects.every((suspect) => isMeant(suspect) && !isAtWork(table, suspect)),
  );
}

function thoseWhere(
  table: ProcessTable,
  isMeant: (suspects: readonly StartedRun[]) => boolean,
): readonly number[] {
  return [...escapes.values()]
    .filter((escaped) => isAlive(table, escaped) && isMeant(escaped.suspects))
    .map(({ pid }) => pid);
}

/** Every process without a mark: for the start after a crash, when none of them has a parent. */
export function escapedProcesses(table: ProcessTable): readonly ProcessIdentity[] {
  for (const [key, escaped] of escapes) if (!isAlive(table, escaped)) escapes.delete(key);
  noteDescendants(table);
  noteOrphans(table, adoptedIn(table));
  return [...escapes.values()].map(({ pid, startTime }) => ({ pid, startTime }));
}

/** Below an active run it is clear whose they are; below a recorded one, as unclear as before. */
function noteDescendants(table: ProcessTable): void {
  const working = [...startedRuns.values()].filter((run) => isAtWork(table, run));
  const families = [
    ...working.map((run) => ({ pid: run.leader.pid, suspects: [run] })),
    ...escapes.values(),
  ];
  for (const { pid, suspects } of families) {
    for (const entry of withDescendants(table, [pid], UNTOUCHABLE)) {
      if (!isMarked(table, entry.pid)) note(entry, suspects);
    }
  }
}

/** Those without a mark, each with the runs that may have started it. */
export function noteOrphans(
  table: ProcessTable,
  adopted: readonly number[],
  ending?: StartedRun,
): void {
  // init adopts everyone's orphans.
  if (process.pid === 1 || !becomeSubreaper()) return;
  for (const pid of adopted) {
    // Nothing that a run has started can be in our session: it began in another one.
    const isOurs = table.sessionOf(pid) === table.sessionOf(process.pid);
    const entry = table.read(pid);
    if (isOurs || !entry || isDead(entry) || isMarked(table, pid)) continue;
    const suspects = [...startedRuns.values()].filter(
      (run) => (run === ending || isAtWork(table, run)) && !beganAfter(run, entry),
    );
    // Without any, it existed before the first run, or is someone else's.
    if (suspects.length > 0) note(entry, suspects);
  }
}

function beganAfter({ leader }: StartedRun, { startTime }: ProcessIdentity): boolean {
  return Number(leader.startTime) > Number(startTime);
}

/** What is known about it stays: a run that begins later has not started it. */
function note({ pid, startTime }: ProcessIdentity, suspects: readonly StartedRun[]): void {
  const key = `${pid} ${startTime}`;
  if (!escapes.has(key)) escapes.set(key, { pid, startTime, suspects });
}

/** Its mark identifies it: ours, another Malamar's, or nobody's. */
function isMarked(table: ProcessTable, pid: number): boolean {
  const limit = table.limitOf(pid);
  if (limit !== null && (limit === LET_GO || isLimitMark(limit))) return true;
  return hasAnyMark(table.variablesOf(pid));
}

function isAtWork(table: ProcessTable, { leader }: StartedRun): boolean {
  return isOwnChild(leader.pid) && isAlive(table, leader);
}

function isAlive(table: ProcessTable, { pid, startTime }: ProcessIdentity): boolean {
  const entry = table.read(pid);
  return entry?.startTime === startTime && !isDead(entry);
}
