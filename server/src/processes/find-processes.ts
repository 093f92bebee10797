import { becomeSubreaper, inheritedLimitOf } from "./libc.ts";
import {
  hasAnyMark,
  hasInstallationMark,
  hasRunMark,
  isLimitMark,
  limitMark,
  markIn,
  type RunMark,
} from "./process-marks.ts";
import { isStill, UNTOUCHABLE, withDescendants } from "./descendants.ts";
import { adoptedIn, escapedProcesses, escapesOf, isEscaped } from "./escaped-processes.ts";
import type { ProcessEntry, ProcessIdentity, ProcessTable } from "./process-table.ts";
import { isOwnChild, livingLeaders, startedRuns } from "./process.ts";

/** Looks for processes that belong to something. `known` are those found before. */
export type FindProcesses = (
  table: ProcessTable,
  known: readonly ProcessIdentity[],
) => readonly ProcessEntry[];

export interface RunProcesses {
  mark: RunMark;
  /** The process that was started for the run. Its number is valid as long as Bun waits for it. */
  leader: number;
}

/**
 * The leader, its descendants, the orphans that carry the mark, and those without one that no other
 * active run can have started. Finding nothing is cheap.
 */
export function processesOfRun({ mark, leader }: RunProcesses): FindProcesses {
  const limit = limitMark(mark);
  return (table, known) => {
    const unowned = orphansIn(table);
    const orphans = unowned.filter(
      (pid) => table.limitOf(pid) === limit || hasRunMark(table.variablesOf(pid), mark),
    );
    const leaders = isOwnChild(leader) ? [leader] : [];
    const run = startedRuns.get(limit);
    const escapes = run?.leader.pid === leader ? escapesOf(table, unowned, run) : [];
    const roots = [...leaders, ...stillThere(table, known), ...orphans, ...escapes];
    return withDescendants(table, roots, UNTOUCHABLE);
  };
}

/**
 * Orphans with a mark that should be gone, other processes that should be, and their descendants.
 */
export function processesWithMark(
  isMeant: (limit: bigint) => boolean,
  others: (table: ProcessTable) => readonly number[],
): FindProcesses {
  return (table, known) => {
    const orphans = orphansIn(table).filter((pid) => {
      const limit = table.limitOf(pid);
      if (limit !== null && isMeant(limit)) return true;
      const mark = markIn(table.variablesOf(pid));
      return mark !== null && isMeant(limitMark(mark));
    });
    const roots = [...stillThere(table, known), ...orphans, ...others(table)];
    return withDescendants(table, roots, UNTOUCHABLE);
  };
}

/** As subreaper we are the parent of every orphan; what Bun waits for belongs to a living run. */
function orphansIn(table: ProcessTable): readonly number[] {
  return becomeSubreaper() ? adoptedIn(table) : table.all().filter((pid) => !isOwnChild(pid));
}

/** Everything that this process has started for runs and that still exists. */
export function processesOfThisLife(table: ProcessTable): readonly ProcessEntry[] {
  const roots = table.childrenOf(process.pid).filter((pid) => {
    const limit = table.limitOf(pid);
    return (limit !== null && isLimitMark(limit)) || hasAnyMark(table.variablesOf(pid));
  });
  const escapes = escapedProcesses(table).map(({ pid }) => pid);
  return withDescendants(table, [...roots, ...escapes], UNTOUCHABLE);
}

/**
 * Every process that works for a run of this server process: those that carry a run's mark, and
 * their descendants. Those with the limit come first, because they are found at once.
 */
export function* processesOfRuns(
  table: ProcessTable,
  installationId: string,
): Generator<number, void> {
  const limits = new Set(startedRuns.keys());
  const isMarked = new Map<number, boolean>([[process.pid, false]]);
  const others: number[] = [];
  for (const pid of table.all()) {
    if (pid === process.pid) continue;
    const limit = inheritedLimitOf(pid);
    if (limit === null || !limits.has(limit)) {
      others.push(pid);
      continue;
    }
    isMarked.set(pid, true);
    yield pid;
  }
  const known = knownStrangers();
  for (const pid of others) {
    if (known.has(pid)) continue;
    if (worksForRun(pid)) yield pid;
    else known.add(pid);
  }

  function worksForRun(pid: number): boolean {
    const before = isMarked.get(pid);
    if (before !== undefined) return before;
    // A process that is requested while its answer is being found would be its own ancestor, which
    // is impossible.
    isMarked.set(pid, false);
    const parent = table.read(pid)?.parent ?? 0;
    const found =
      parent === process.pid ? isLeaderOrOrphan(pid) : parent > 1 && worksForRun(parent);
    isMarked.set(pid, found);
    return found;
  }

  function isLeaderOrOrphan(pid: number): boolean {
    if (isOwnChild(pid)) return livingLeaders.has(pid);
    return hasInstallationMark(table.variablesOf(pid), installationId) || isEscaped(table, pid);
  }
}

/**
 * Processes that work for no run never will, so only new ones have to be checked. Not for long: a
 * number is reused eventually, but only after thousands of others.
 */
function knownStrangers(): Set<number> {
  if (performance.now() - strangersSince > STRANGERS_MS) {
    strangers.clear();
    strangersSince = performance.now();
  }
  return strangers;
}

const STRANGERS_MS = 5000;
const strangers = new Set<number>();
let strangersSince = 0;

export interface LostRuns {
  installationId: string;
  runIds: readonly string[];
  /** The recorded ones without a mark. */
  escaped?: readonly ProcessIdentity[];
}

/**
 * What the previous process of this installation left behind: whatever carries its id or a mark of
 * these runs, or was recorded. Not what this process started, nor what started us: a run may start
 * Malamar.
 */
export function processesOfLostRuns(lost: LostRuns): FindProcesses {
  const { installationId, runIds, escaped = [] } = lost;
  const limits = new Set(runIds.map((runId) => limitMark({ runId, installationId })));
  return (table, known) => {
    const spared = new Set([...ancestry(table), ...startedInThisLife(table)]);
    const marked = table.all().filter((pid) => {
      const limit = table.limitOf(pid);
      return (
        (limit !== null && limits.has(limit)) ||
        hasInstallationMark(table.variablesOf(pid), installationId)
      );
    });
    const roots = [...stillThere(table, [...known, ...escaped]), ...marked];
    return withDescendants(table, roots, spared);
  };
}

function startedInThisLife(table: ProcessTable): readonly number[] {
  const leaders = table.childrenOf(process.pid).filter(isOwnChild);
  return withDescendants(table, leaders, UNTOUCHABLE).map(({ pid }) => pid);
}

/** This process and its ancestors, up to init. */
function ancestry(table: ProcessTable): ReadonlySet<number> {
  const found = new Set([process.pid]);
  let pid = table.read(process.pid)?.parent ?? 0;
  while (pid > 1 && !found.has(pid)) {
    found.add(pid);
    pid = table.read(pid)?.parent ?? 0;
  }
  return new Set([...UNTOUCHABLE, ...found]);
}

function stillThere(table: ProcessTable, known: readonly ProcessIdentity[]): readonly number[] {
  return known.filter((process) => isStill(table, process)).map(({ pid }) => pid);
}
