import { existsSync } from "node:fs";
import { openBeside, openForReading, requireUsableDatabase } from "#db/open.ts";
import { StartupError } from "#lib/startup-error.ts";
import { databasePath } from "./data-directory.ts";
import { tryLockDataDirectory } from "./data-lock.ts";
import { finishInterruptedRestore } from "./restore.ts";

/**
 * The database for a long read: with a running server, or with the lock held so that no server
 * starts and writes to a file that is read as if it never changed.
 */
export function openToRead(dataDir: string) {
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
