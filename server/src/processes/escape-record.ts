import { readFileSync, renameSync } from "node:fs";
import { z } from "zod";
import { writePrivateFile } from "#lib/private-file.ts";
import { bootId } from "./boot-id.ts";
import { escapedProcesses } from "./escaped-processes.ts";
import { linuxProcessTable, type ProcessIdentity } from "./process-table.ts";
import { startedRuns } from "./process.ts";

const Noted = z.object({
  /** Numbers and start times mean nothing after the machine has restarted. */
  boot_id: z.string(),
  processes: z.array(z.object({ pid: z.number().int(), startTime: z.string() })),
});

/** What the previous process recorded; an unreadable file counts as empty. */
export function readEscapes(path: string): readonly ProcessIdentity[] {
  try {
    const { boot_id, processes } = Noted.parse(JSON.parse(readFileSync(path, "utf8")));
    return boot_id === bootId() ? processes : [];
  } catch {
    return [];
  }
}

/**
 * Records which processes have dropped their marks, whenever that changes, for the start after a
 * crash.
 */
export function createEscapeRecord(path: string) {
  let written = "[]";
  return {
    update(): void {
      const isQuiet = !startedRuns.values().some(({ endedAt }) => endedAt === null);
      if (isQuiet && written === "[]") return;
      const processes = escapedProcesses(linuxProcessTable);
      if (JSON.stringify(processes) === written) return;
      writePrivateFile(`${path}.new`, JSON.stringify({ boot_id: bootId(), processes }));
      renameSync(`${path}.new`, path);
      written = JSON.stringify(processes);
    },
  };
}
