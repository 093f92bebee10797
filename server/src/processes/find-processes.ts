import { becomeSubreaper } from "./libc.ts";
import {
  hasAnyMark,
  hasInstallationMark,
  hasRunMark,
  isLimitMark,
  limitMark,
  markIn,
  type RunMark,
} from "./process-marks.ts";
import {
  isDead,
  type ProcessEntry,
  type ProcessIdentity,
  type ProcessTable,
} from "./process-table.ts";
import { isOwnChild } from "./process.ts";

/** Looks for processes that belong to something. `known` are those that were found before. */
export type FindProcesses = (
  table: ProcessTable,
  known: readonly ProcessIdentity[],
) => readonly ProcessEntry[];

export interface RunProcesses {
  mark: RunMark;
  /** The process that was started for the run. Its number counts as long as Bun waits for it. */
  leader: number;
}

/** The leader, its descendants, and the orphans among them that carry the mark. Nothing is cheap to find. */
export function processesOfRun({ mark, leader }: RunProcesses): FindProcesses {
  const limit = limitMark(mark);
  return (table, known) => {
    const orphans = orphansIn(table).filter(
      (pid) => table.limitOf(pid) === limit || hasRunMark(table.variablesOf(pid), mark),
    );
    const leaders = isOwnChild(leader) ? [leader] : [];
    const roots = [...leaders, ...stillThere(table, known), ...orphans];
    return withDescendants(table, roots, UNTOUCHABLE);
  };
}

/** Orphans with a mark that should be gone, and their descendants. */
export function processesWithMark(isMeant: (limit: bigint) => boolean): FindProcesses {
  return (table, known) => {
    const orphans = orphansIn(table).filter((pid) => {
      const limit = table.limitOf(pid);
      if (limit !== null && isMeant(limit)) return true;
      const mark = markIn(table.variablesOf(pid));
      return mark !== null && isMeant(limitMark(mark));
    });
    return withDescendants(table, [...stillThere(table, known), ...orphans], UNTOUCHABLE);
  };
}

/** As subreaper we are the parent of every orphan; what Bun waits for belongs to a living run. */
function orphansIn(table: ProcessTable): readonly number[] {
  const candidates = becomeSubreaper() ? table.childrenOf(process.pid) : table.all();
  return candidates.filter((pid) => !isOwnChild(pid));
}

/** Everything that this process has started for runs and that is still there. */
export function processesOfThisLife(table: ProcessTable): readonly ProcessEntry[] {
  const roots = table.childrenOf(process.pid).filter((pid) => {
    const limit = table.limitOf(pid);
    return (limit !== null && isLimitMark(limit)) || hasAnyMark(table.variablesOf(pid));
  });
  return withDescendants(table, roots, UNTOUCHABLE);
}

export interface LostRuns {
  installationId: string;
  runIds: readonly string[];
}

/**
 * What an earlier life of this installation left behind: whatever carries its id or a mark of these
 * runs. Not what was started in this life, nor what we were started by: a run may start Malamar.
 */
export function processesOfLostRuns({ installationId, runIds }: LostRuns): FindProcesses {
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
    return withDescendants(table, [...stillThere(table, known), ...marked], spared);
  };
}

function startedInThisLife(table: ProcessTable): readonly number[] {
  const leaders = table.childrenOf(process.pid).filter(isOwnChild);
  return withDescendants(table, leaders, UNTOUCHABLE).map(({ pid }) => pid);
}

/** This process and what it was started by, up to the first one of all. */
function ancestry(table: ProcessTable): ReadonlySet<number> {
  const found = new Set([process.pid]);
  let pid = table.read(process.pid)?.parent ?? 0;
  while (pid > 1 && !found.has(pid)) {
    found.add(pid);
    pid = table.read(pid)?.parent ?? 0;
  }
  return new Set([...UNTOUCHABLE, ...found]);
}

/** The kernel, the first process of all, and this one. */
const UNTOUCHABLE: ReadonlySet<number> = new Set([0, 1, process.pid]);

function withDescendants(
  table: ProcessTable,
  roots: readonly number[],
  spared: ReadonlySet<number>,
): readonly ProcessEntry[] {
  const found = new Map<number, ProcessEntry>();
  const waiting = [...roots];
  for (const pid of waiting) {
    if (found.has(pid) || spared.has(pid)) continue;
    const entry = table.read(pid);
    if (!entry || isDead(entry)) continue;
    found.set(pid, entry);
    waiting.push(...livingChildrenOf(table, entry));
  }
  return [...found.values()];
}

/** The list is worth nothing if the number has passed to another process while it was read. */
function livingChildrenOf(table: ProcessTable, parent: ProcessEntry): readonly number[] {
  const children = table.childrenOf(parent.pid);
  if (children.length === 0 || !isStill(table, parent)) return [];
  return children;
}

function stillThere(table: ProcessTable, known: readonly ProcessIdentity[]): readonly number[] {
  return known.filter((process) => isStill(table, process)).map(({ pid }) => pid);
}

function isStill(table: ProcessTable, { pid, startTime }: ProcessIdentity): boolean {
  return table.read(pid)?.startTime === startTime;
}
