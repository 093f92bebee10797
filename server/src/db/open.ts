import { constants, Database } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { messageOf } from "#lib/app-error.ts";
import { StartupError } from "#lib/startup-error.ts";
import { migrate, newestVersion } from "./migrate.ts";
import { MIGRATIONS, type Migration } from "./migrations/index.ts";

/** There is no database yet. An empty file is what an interrupted first start leaves behind. */
export function isFirstStart(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** The previous process did not close it: then its WAL is still there. */
export function wasLeftOpen(path: string): boolean {
  return existsSync(`${path}-wal`);
}

/** The next start searches for processes of the previous one, as after a crash. */
export function markLeftOpen(path: string): void {
  closeSync(openSync(`${path}-wal`, "a", 0o600));
}

/**
 * Frequently read pages stay in memory: boards and tasks of a large database are spread over some
 * thousand pages, which do not fit into SQLite's default of 2 MB.
 */
const CACHE_KIB = 16 * 1024;

/** Opens the database of the one writing process and brings its schema up to date. */
export function openDatabase(path: string, migrations = MIGRATIONS): Database {
  makePrivate(path);
  const db = new Database(path, { strict: true });
  try {
    // First of all: after a crash, even a reader holds it locked while it recovers the WAL.
    db.run("PRAGMA busy_timeout = 5000");
    db.run("PRAGMA journal_mode = WAL");
    db.run("PRAGMA synchronous = NORMAL");
    db.run("PRAGMA foreign_keys = ON");
    db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
    migrate(db, migrations);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/**
 * Moves everything into the one file before it is closed, so that a copy of that file is complete.
 */
export function closeDatabase(db: Database): void {
  // Another connection may be reading, such as a backup; a stop does not wait long for it.
  db.run("PRAGMA busy_timeout = 500");
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  // Now, not when the last statement is garbage collected.
  db.close(true);
}

/** Changes a database that nobody uses yet, in one transaction, and closes it. */
export function changeCopy<Result>(path: string, work: (db: Database) => Result): Result {
  const db = new Database(path, { strict: true });
  try {
    return db.transaction(() => work(db))();
  } finally {
    db.close();
  }
}

/**
 * Reads and leaves no trace: with a running server through its WAL, otherwise without creating
 * files next to the database.
 */
export function openForReading(path: string): Database {
  if (wasLeftOpen(path)) return openBeside(path);
  const address = encodeURI(path).replaceAll("?", "%3f").replaceAll("#", "%23");
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return new Database(`file:${address}?immutable=1`, flags);
}

/** Reads what another process may be writing. */
export function openBeside(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  return db;
}

/**
 * Checks an existing file before anything is written, the lock and the journal mode included, so
 * that a refused database stays exactly as it is.
 */
export function requireUsableDatabase(
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const { version, tables } = inspect(path);
  const known = migrations.at(-1)?.version ?? 0;
  if (version > known) {
    throw new StartupError(
      `The database ${path} was written by a newer Malamar (schema ${version}, this one knows ${known}). ` +
        "It was left untouched. Update Malamar, or choose another directory with --data-dir.",
    );
  }
  if (version === 0 && tables > 0) {
    throw new StartupError(
      `The file ${path} is a database, but not a Malamar database. It was left untouched. ` +
        "Move it away, or choose another directory with --data-dir.",
    );
  }
}

function inspect(path: string): { version: number; tables: number } {
  try {
    const db = openForReading(path);
    try {
      const tables = db
        .query<{ name: string }, []>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        )
        .all();
      // One row of each is enough to notice a torn file, however large it is.
      for (const { name } of tables) db.query(`SELECT * FROM "${name}" LIMIT 1`).get();
      return { version: newestVersion(db), tables: tables.length };
    } finally {
      db.close();
    }
  } catch (cause) {
    throw new StartupError(
      `The database ${path} cannot be read: ${messageOf(cause)}. It was left untouched. ` +
        "Restore a copy of it, or move it away to start with an empty one.",
      { cause },
    );
  }
}

/** SQLite gives the -wal and -shm files the mode of the database, so this makes all three private. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  } catch (cause) {
    throw new StartupError(
      `The database ${path} cannot be written: ${messageOf(cause)}. Make this user its owner.`,
      { cause },
    );
  }
}
