import { reapChild } from "./libc.ts";
import { linuxProcessTable } from "./process-table.ts";
import { isOwnChild } from "./process.ts";

/**
 * Takes orphans that have died off the process table: as their adoptive parent nobody else does it.
 * Living ones are not touched; the user's browser may be among them.
 *
 * A dead child is left for a moment first. If Bun waits for it and we do not know (tests start
 * processes of their own), Bun has taken it by then.
 */
export function reapOrphans(nowMs: number = performance.now()): void {
  if (process.platform !== "linux") return;
  const dead = deadOrphans();
  for (const pid of seenSince.keys()) if (!dead.has(pid)) seenSince.delete(pid);
  for (const pid of dead) {
    const since = seenSince.get(pid);
    if (since === undefined) seenSince.set(pid, nowMs);
    else if (nowMs - since >= BUN_TAKES_ITS_OWN_MS) reapChild(pid);
  }
}

/**
 * Bun reaps in the turn of the event loop in which the child dies; a turn is far shorter than this.
 */
const BUN_TAKES_ITS_OWN_MS = 500;

/** A dead process keeps its pid until it is reaped, so the pid is enough. */
const seenSince = new Map<number, number>();

function deadOrphans(): ReadonlySet<number> {
  const children = linuxProcessTable.childrenOf(process.pid);
  return new Set(
    children.filter((pid) => !isOwnChild(pid) && linuxProcessTable.read(pid)?.state === "Z"),
  );
}
