import { readdir, readlink } from "node:fs/promises";
import { runCommand } from "./command.ts";
import { linuxProcessTable } from "./process-table.ts";

export interface ProcessInDirectory {
  pid: number;
  name: string;
}

/**
 * Processes whose current directory is this one, or one below it. Those of other users cannot be
 * seen: the directory has to be closed to them. Throws where nobody can tell.
 */
export function processesIn(directory: string): Promise<ProcessInDirectory[]> {
  return process.platform === "linux" ? findInProc(directory) : findWithLsof(directory);
}

async function findInProc(directory: string): Promise<ProcessInDirectory[]> {
  const found: ProcessInDirectory[] = [];
  for (const name of await readdir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // It is gone, or another user's.
    const place = await readlink(`/proc/${name}/cwd`).catch(() => "");
    if (!isWithin(place, directory)) continue;
    found.push({ pid, name: linuxProcessTable.read(pid)?.name ?? "" });
  }
  return found;
}

const LSOF_MS = 30_000;

/** UNTESTED: written from the manual of lsof; there was no macOS to try it on. */
async function findWithLsof(directory: string): Promise<ProcessInDirectory[]> {
  const result = await runCommand({
    argv: ["/usr/sbin/lsof", "-a", "-d", "cwd", "-F", "pcn"],
    env: {},
    timeoutMs: LSOF_MS,
    keepBytes: 4 * 1024 * 1024,
  });
  if (result.kind !== "exited" || result.isCut) {
    throw new Error("there is no way to see which processes work in it");
  }
  return readLsof(result.stdout).filter(({ place }) => isWithin(place, directory));
}

function readLsof(text: string): (ProcessInDirectory & { place: string })[] {
  const found: (ProcessInDirectory & { place: string })[] = [];
  let current = { pid: 0, name: "" };
  for (const line of text.split("\n")) {
    const value = line.slice(1);
    if (line.startsWith("p")) current = { pid: Number(value), name: "" };
    else if (line.startsWith("c")) current = { ...current, name: value };
    else if (line.startsWith("n")) found.push({ ...current, place: value });
  }
  return found;
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
