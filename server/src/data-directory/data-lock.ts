import { Database, SQLiteError } from "bun:sqlite";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "#lib/app-error.ts";
import { tryLockDirectory } from "#lib/directory-lock.ts";
import { StartupError } from "#lib/startup-error.ts";

export const LOCK_FILE = "malamar.lock";

interface DataLock {
  release: () => void;
}

/**
 * One Malamar per data directory. Two locks, which the kernel frees when the process ends, however
 * it ends; a pid file would be wrong after a crash. The one on the directory itself holds even if
 * someone removes the lock file. The one on that file, an open exclusive transaction of SQLite,
 * works where a directory cannot be locked, and against a Malamar that knows no other.
 */
export function lockDataDirectory(dataDir: string): DataLock {
  const lock = tryLockDataDirectory(dataDir);
  if (lock) return lock;
  throw alreadyRunning(dataDir);
}

/** `who` is a sentence about the running one, if anything is known about it. */
export function alreadyRunning(dataDir: string, who = ""): StartupError {
  return new StartupError(
    `Another Malamar is already running on the data directory ${dataDir}. ${who}` +
      "Stop it first, or choose another directory with --data-dir or MALAMAR_DATA_DIR.",
  );
}

/** null when another Malamar has it. */
export function tryLockDataDirectory(dataDir: string): DataLock | null {
  const path = join(dataDir, LOCK_FILE);
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch (cause) {
    throw new StartupError(
      `Nothing can be written to the data directory ${dataDir}: ${messageOf(cause)}. ` +
        "Fix that, or choose another directory with --data-dir or MALAMAR_DATA_DIR.",
      { cause },
    );
  }
  const onDirectory = tryLockDirectory(dataDir);
  if (onDirectory === "taken") return null;
  const onFile = tryLockFile(path);
  if (!onFile) {
    onDirectory?.release();
    return null;
  }
  return {
    release: () => {
      onFile.release();
      onDirectory?.release();
    },
  };
}

function tryLockFile(path: string): DataLock | null {
  const lock = new Database(path);
  try {
    lock.run("PRAGMA busy_timeout = 0");
    // Nothing is ever written here, so there is no journal to leave behind.
    lock.run("PRAGMA journal_mode = MEMORY");
    lock.run("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    if (cause instanceof SQLiteError && cause.code?.startsWith("SQLITE_BUSY")) return null;
    throw new StartupError(damaged(path, cause), { cause });
  }
  return { release: () => lock.close() };
}

function damaged(path: string, cause: unknown): string {
  return `The lock file ${path} cannot be used: ${messageOf(cause)}. It holds no data: delete it and start again.`;
}
