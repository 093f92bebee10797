import { constants } from "node:os";
import { signalHeldProcess } from "./libc.ts";
import { linuxProcessTable, type ProcessIdentity } from "./process-table.ts";

export type EndingSignal = "SIGTERM" | "SIGKILL" | "SIGCONT";

/** Sends a signal to this very process; if another one has its pid by now, to none. */
export function signalProcess({ pid, startTime }: ProcessIdentity, signal: EndingSignal): void {
  if (isUntouchable(pid)) return;
  const isStillIt = () =>
    process.platform !== "linux" || linuxProcessTable.read(pid)?.startTime === startTime;
  if (signalHeldProcess(pid, constants.signals[signal], isStillIt)) return;
  if (isStillIt()) kill(pid, signal);
}

/**
 * Sends a signal to everyone in the group that this process leads. Only while it exists: then
 * nobody else can have its pid, and so no other group can have it either.
 */
export function signalGroupOf({ pid, startTime }: ProcessIdentity, signal: EndingSignal): void {
  if (isUntouchable(pid)) return;
  if (process.platform === "linux" && linuxProcessTable.read(pid)?.startTime !== startTime) return;
  kill(-pid, signal);
}

function isUntouchable(pid: number): boolean {
  return pid <= 1 || pid === process.pid;
}

function kill(pid: number, signal: EndingSignal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or runs as someone else; whoever waits for it will see.
  }
}
