import { Database } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { StartupError } from "#lib/startup-error.ts";
import { messageOf } from "#lib/app-error.ts";
import { migrate, newestVersion } from "./migrate.ts";
import { MIGRATIONS, type Migration } from "./migrations/index.ts";

export interface OpenedDatabase {
  db: Database;
  /** There was no database before: this is the first start. */
  isNew: boolean;
}

/** Opens the database of the one writing process and brings its schema up to date. */
export function openDatabase(
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): OpenedDatabase {
  const isNew = !existsSync(path);
  if (!isNew) refuseWhatWeCannotRead(path, migrations);
  // SQLite gives the -wal and -shm files the mode of the database, so this makes all three private.
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);

  const db = new Database(path, { strict: true });
  try {
    db.run("PRAGMA journal_mode = WAL");
    db.run("PRAGMA synchronous = NORMAL");
    db.run("PRAGMA busy_timeout = 5000");
    db.run("PRAGMA foreign_keys = ON");
    migrate(db, migrations);
  } catch (error) {
    db.close();
    throw error;
  }
  return { db, isNew };
}

/** Brings everything into the one file before it is closed, so that a copy of that file is whole. */
export function closeDatabase(db: Database): void {
  // Somebody may be reading beside us, such as a backup; a stop does not wait long for them.
  db.run("PRAGMA busy_timeout = 500");
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** For commands beside a running server: reads, never writes. */
export function openForReading(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  return db;
}

/**
 * Looks through a read-only connection first, so that a file we refuse stays as it is: switching a
 * foreign or newer database to WAL, or checkpointing it, would already be a change.
 */
function refuseWhatWeCannotRead(path: string, migrations: readonly Migration[]): void {
  let found: number;
  try {
    const db = openForReading(path);
    try {
      found = newestVersion(db);
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
  const known = migrations.at(-1)?.version ?? 0;
  if (found > known) {
    throw new StartupError(
      `The database ${path} was written by a newer Malamar (schema ${found}, this one knows ${known}). ` +
        "It was left untouched. Update Malamar, or choose another directory with --data-dir.",
    );
  }
}
