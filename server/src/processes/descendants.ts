import {
  isDead,
  type ProcessEntry,
  type ProcessIdentity,
  type ProcessTable,
} from "./process-table.ts";

/** The kernel, init, and this process. */
export const UNTOUCHABLE: ReadonlySet<number> = new Set([0, 1, process.pid]);

/** These processes and all below them. */
export function withDescendants(
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

/** The list is worthless if the pid has passed to another process while it was read. */
function livingChildrenOf(table: ProcessTable, parent: ProcessEntry): readonly number[] {
  const children = table.childrenOf(parent.pid);
  if (children.length === 0 || !isStill(table, parent)) return [];
  return children;
}

export function isStill(table: ProcessTable, { pid, startTime }: ProcessIdentity): boolean {
  return table.read(pid)?.startTime === startTime;
}
