import { dirname } from "node:path";
import type { Config } from "#config/config.ts";
import { LOCK_FILE } from "#data-directory/data-lock.ts";
import { findOpen, hasOpen } from "#processes/open-handles.ts";
import { linuxProcessTable } from "#processes/process-table.ts";
import { createSocketLookup } from "#processes/socket-owner.ts";

interface PortHolder {
  pid: number;
  dataDir: string;
}

/** The Malamar that listens there; null if it is another program, or unknown. */
export function portHolder({ host, port }: Pick<Config, "host" | "port">): PortHolder | null {
  if (port === 0) return null;
  const lookup = createSocketLookup();
  const addresses = LOCAL_NAMES[host] ?? [host];
  for (const address of addresses) {
    // No connection comes from port 1, so the match is the listening socket.
    const socket = lookup.find({ address, port }, { address, port: 1 });
    if (socket === null || socket === "unknown" || socket.inode === 0) continue;
    const holder = malamarWith(`socket:[${socket.inode}]`);
    if (holder) return holder;
  }
  return null;
}

export function portTakenText({ host, port }: Config, { pid, dataDir }: PortHolder): string {
  return `Port ${port} is already in use on ${host} by another Malamar (pid ${pid}, data directory ${dataDir}). Stop that one, or choose another port with --port or MALAMAR_PORT.`;
}

/** Every server has its lock file open, whatever else it does. */
function malamarWith(listener: string): PortHolder | null {
  for (const pid of linuxProcessTable.all()) {
    if (!hasOpen(pid, listener)) continue;
    const lock = findOpen(pid, (target) => target.endsWith(`/${LOCK_FILE}`));
    if (lock !== null) return { pid, dataDir: dirname(lock) };
  }
  return null;
}

/** The addresses to probe for a server that listens on these. */
const LOCAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  "0.0.0.0": ["127.0.0.1"],
  "::": ["::1"],
  localhost: ["127.0.0.1", "::1"],
};
