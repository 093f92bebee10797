import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseTrouble } from "@malamar/contract/database.ts";
import { z } from "zod";
import { messageOf } from "#lib/app-error.ts";
import { writePrivateFile } from "#lib/private-file.ts";

const RECORD_FILE = "server.json";

const Line = z.string().regex(/^\P{Cc}+$/u);

const ServerRecord = z.object({
  pid: z.number().int().min(2),
  start_time: Line,
  /** Empty where the system has no boot id. */
  boot_id: z.string(),
  version: Line,
  since: z.iso.datetime(),
  /** null until it listens. */
  address: Line.nullable(),
  is_stopping: z.boolean(),
  /** What has become of its database while it runs; null when all is well. */
  database_trouble: DatabaseTrouble.nullable().default(null),
  /** Each option as `malamar config` shows it. */
  config: z.record(z.string(), z.string()),
});

/** What a server says about itself. Only a hint: the lock decides whether one is running. */
export type ServerRecord = z.infer<typeof ServerRecord>;

/** null when there is none, or an invalid one. */
export function readServerRecord(dataDir: string): ServerRecord | null {
  try {
    return ServerRecord.parse(JSON.parse(readFileSync(join(dataDir, RECORD_FILE), "utf8")));
  } catch {
    return null;
  }
}

/** Who wrote it; null when there is none, or an invalid one. */
function ownerIn(path: string): Pick<ServerRecord, "pid" | "start_time"> | null {
  try {
    const { pid, start_time }: Partial<ServerRecord> = JSON.parse(readFileSync(path, "utf8"));
    return pid === undefined || start_time === undefined ? null : { pid, start_time };
  } catch {
    return null;
  }
}

/**
 * Writes the record and keeps it accurate. A record that cannot be written never stops the server.
 */
export function keepServerRecord(
  dataDir: string,
  first: ServerRecord,
  onFailure: (reason: string) => void,
) {
  const path = join(dataDir, RECORD_FILE);
  let record = first;
  let isRemoved = false;

  function attempt(change: () => void): void {
    try {
      change();
    } catch (error) {
      onFailure(messageOf(error));
    }
  }

  /** Someone who moves a data directory away may start another server there. */
  function isOurs(): boolean {
    const found = ownerIn(path);
    return found === null || (found.pid === first.pid && found.start_time === first.start_time);
  }

  function write(): void {
    writePrivateFile(`${path}.new`, JSON.stringify(record));
    renameSync(`${path}.new`, path);
  }

  attempt(write);

  return {
    update(
      changes: Partial<Pick<ServerRecord, "address" | "is_stopping" | "database_trouble">>,
    ): void {
      if (isRemoved || !isOurs()) return;
      record = { ...record, ...changes };
      attempt(write);
    },

    remove(): void {
      if (isRemoved || !isOurs()) return;
      isRemoved = true;
      attempt(() => rmSync(path, { force: true }));
    },
  };
}
