import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { within } from "./time-limit.ts";

const folders = new Map<string, Lifetime>();
const processes = new Map<Subprocess, EndSignal>();

/** Longer than ending a hundred runs takes. Processes still alive then are killed. */
const END_MS = 10_000;

/** SIGTERM for those that have to end processes of their own. */
export type EndSignal = "SIGTERM" | "SIGKILL";

/** Whether a folder is deleted after the scenario that made it, or serves later ones too. */
type Lifetime = "scenario" | "suite";

/** Ends every process that a scenario started and removes every folder that it made for itself. */
export async function cleanUp(): Promise<void> {
  const ending = [...processes].map(async ([child, signal]) => {
    if (signal === "SIGKILL") killGroup(child);
    else child.kill(signal);
    await within(END_MS, "the end of a process", child.exited).catch(() => killGroup(child));
  });
  await Promise.all(ending);
  for (const [folder, lifetime] of folders) if (lifetime === "scenario") removeFolder(folder);
}

/**
 * The last net, also for what was added after a cleanup: an interrupted scenario does not know that
 * it is over.
 */
export function cleanUpAtExit(): void {
  process.once("exit", () => {
    for (const child of processes.keys()) killGroup(child);
    for (const folder of folders.keys()) removeFolder(folder);
  });
}

export function temporaryFolder(lifetime: Lifetime = "scenario"): string {
  const folder = mkdtempSync(join(tmpdir(), "malamar-bench-"));
  folders.set(folder, lifetime);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/**
 * It must lead its own process group: a Ctrl-C then reaches only us, and we end it with everything
 * it started.
 */
export function endAtExit(child: Subprocess, signal: EndSignal = "SIGKILL"): void {
  processes.set(child, signal);
  void child.exited.then(() => processes.delete(child));
}

export function killGroup({ pid }: Subprocess): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended on its own.
  }
}
