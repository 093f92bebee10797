import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config/config.ts";
import { shownConfig } from "#config/shown-config.ts";
import { LOCK_FILE, tryLockDataDirectory } from "#data-directory/data-lock.ts";
import { readServerRecord, type ServerRecord } from "#data-directory/server-record.ts";
import { systemClock } from "#lib/clock.ts";
import { VERSION } from "#lib/version.ts";
import { bootId } from "#processes/boot-id.ts";
import { hasLocked } from "#processes/open-handles.ts";
import { isDead, linuxProcessTable } from "#processes/process-table.ts";
import { readProcessTable } from "#processes/read-process-table.ts";

export type ServerState =
  | { is: "running"; server: ServerRecord }
  /** A command such as a backup, or a server that left no record; its pid if that can be seen. */
  | { is: "held"; pid: number | null }
  | { is: "stopped" };

/**
 * Checks without taking the lock where possible: a server that starts at the same time must get it.
 */
export async function lookForServer(dataDir: string): Promise<ServerState> {
  if (!existsSync(dataDir)) return { is: "stopped" };
  const record = readServerRecord(dataDir);
  if (record && (await isAlive(record)) && isHolder(record.pid, dataDir)) {
    return { is: "running", server: record };
  }
  if (isLinux()) {
    const pid = linuxProcessTable.all().find((pid) => isHolder(pid, dataDir));
    if (pid !== undefined) return { is: "held", pid };
    // A stop removes the record, so without one there is no server to miss.
    if (!record) return { is: "stopped" };
  }
  return isLocked(dataDir) ? { is: "held", pid: null } : { is: "stopped" };
}

/** Whether this very process still exists, and not another one with its pid. */
export async function isAlive(record: ServerRecord): Promise<boolean> {
  if (record.boot_id !== currentBoot()) return false;
  const entry = (await readProcessTable()).read(record.pid);
  return entry !== null && entry.startTime === record.start_time && !isDead(entry);
}

/** What this process reports about itself once it has locked the data directory. */
export async function ownRecord(config: Config): Promise<ServerRecord> {
  const entry = (await readProcessTable()).read(process.pid);
  return {
    pid: process.pid,
    start_time: entry?.startTime ?? "",
    boot_id: currentBoot(),
    version: VERSION,
    since: systemClock(),
    address: null,
    is_stopping: false,
    database_trouble: null,
    config: shownConfig(config),
  };
}

/** "pid 12 at http://…", for a sentence about it. */
export function serverText({ pid, address }: ServerRecord): string {
  return address === null ? `pid ${pid}` : `pid ${pid} at ${address}`;
}

function isLinux(): boolean {
  return process.platform === "linux";
}

/** Empty where the system has no boot id. */
function currentBoot(): string {
  try {
    return bootId();
  } catch {
    return "";
  }
}

/** Where the holder of a lock is unknown, the start time of the process has to do. */
function isHolder(pid: number, dataDir: string): boolean {
  if (!isLinux()) return isLocked(dataDir);
  const directory = realpathSync(dataDir);
  return hasLocked(pid, directory) || hasLocked(pid, join(directory, LOCK_FILE));
}

function isLocked(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK_FILE))) return false;
  try {
    const lock = tryLockDataDirectory(dataDir);
    lock?.release();
    return lock === null;
  } catch {
    // Nobody can lock what cannot be written.
    return false;
  }
}
