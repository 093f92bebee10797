import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";

const folders = new Set<string>();
const processes = new Map<Subprocess, EndSignal>();

/** SIGTERM for what has processes of its own to end. */
export type EndSignal = "SIGTERM" | "SIGKILL";

/** Also on Ctrl-C and after a failure: what a run made is gone when it ends. */
export function cleanUpAtExit(): void {
  process.on("exit", () => {
    for (const [child, signal] of processes) child.kill(signal);
    for (const folder of folders) removeFolder(folder);
  });
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "malamar-bench-"));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

export function endAtExit(child: Subprocess, signal: EndSignal = "SIGKILL"): void {
  processes.set(child, signal);
  void child.exited.then(() => processes.delete(child));
}
