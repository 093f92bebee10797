import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import type { RunId } from "@malamar/contract/ids.ts";
import { StartupError } from "#lib/startup-error.ts";
import { databasePath } from "./data-directory.ts";
import { tryLockDataDirectory } from "./data-lock.ts";
import { newestVersion } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { openBeside, openForReading, requireUsableDatabase } from "./open.ts";
import { finishInterruptedRestore } from "./restore.ts";

/**
 * The database for a long look: beside a running server, or with nobody able to start one meanwhile,
 * who would write into a file that is read as if it never changed.
 */
export function openToRead(dataDir: string): { db: Database; close: () => void } {
  const path = databasePath(dataDir);
  if (existsSync(dataDir)) finishInterruptedRestore(dataDir);
  if (!existsSync(path)) {
    throw new StartupError(
      `There is no database in ${dataDir} yet. Choose another directory with --data-dir or MALAMAR_DATA_DIR.`,
    );
  }
  requireUsableDatabase(path);
  const lock = tryLockDataDirectory(dataDir);
  const db = lock ? openForReading(path) : openBeside(path);
  return {
    db,
    close: () => {
      db.close(true);
      lock?.release();
    },
  };
}

/** What a copy says of itself. Throws when it is damaged. */
export function inspectCopy(path: string): { schema: number; runIds: RunId[] } {
  const copy = openForReading(path);
  try {
    const [check] = copy.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all();
    if (check?.quick_check !== "ok") throw new Error(check?.quick_check ?? "no answer");
    const schema = newestVersion(copy);
    if (schema === 0) throw new Error("it is not a database of Malamar");
    if (schema > MIGRATIONS.at(-1)!.version) throw new Error("it is from a newer Malamar");
    const runs = copy.query<{ id: RunId }, []>("SELECT id FROM runs ORDER BY started_at").all();
    return { schema, runIds: runs.map(({ id }) => id) };
  } finally {
    copy.close();
  }
}
