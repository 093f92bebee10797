import type { Database } from "bun:sqlite";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { messageOf } from "#lib/app-error.ts";
import { StartupError } from "#lib/startup-error.ts";
import { applyMigration } from "./apply-migration.ts";
import { copyDatabase } from "./copy-database.ts";
import type { Migration } from "./migrations/index.ts";

const KEPT_COPIES = 3;

/** Runs the missing migrations in order, each in its own transaction. */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const current = newestVersion(db);
  const missing = migrations.filter((migration) => migration.version > current);
  if (missing.length === 0) return;
  if (current > 0) copyBeforeMigrating(db, current);

  db.run(
    "CREATE TABLE IF NOT EXISTS _migrations (version INTEGER PRIMARY KEY, applied_at DATETIME NOT NULL)",
  );
  // Dropping a table to replace it must not delete everything that belongs to its rows. This cannot
  // be set inside a transaction.
  db.run("PRAGMA foreign_keys = OFF");
  try {
    for (const migration of missing) applyOrExplain(db, migration, current);
  } finally {
    db.run("PRAGMA foreign_keys = ON");
  }
}

function applyOrExplain(db: Database, migration: Migration, versionBefore: number): void {
  try {
    applyMigration(db, migration);
  } catch (cause) {
    throw new StartupError(
      `The database could not be updated: migration ${migration.name} failed (${messageOf(cause)}). ` +
        `Nothing was changed${versionBefore > 0 ? "; a copy made beforehand is next to the database" : ""}.`,
      { cause },
    );
  }
}

/** The version of the newest migration that was applied; 0 in an empty database. */
export function newestVersion(db: Database): number {
  const hasTable = db
    .query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_migrations'")
    .get();
  if (!hasTable) return 0;
  return db
    .query<{ version: number }, []>("SELECT coalesce(max(version), 0) AS version FROM _migrations")
    .get()!.version;
}

/** When this database was created. */
export function databaseSince(db: Database): string {
  return db.query<{ since: string }, []>("SELECT min(applied_at) AS since FROM _migrations").get()!
    .since;
}

/** A complete copy next to the database, in case an update turns out wrong. */
function copyBeforeMigrating(db: Database, version: number): void {
  const prefix = `${basename(db.filename)}.before-update-`;
  const folder = dirname(db.filename);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const copy = join(folder, `${prefix}${stamp}-schema-${version}`);
  copyDatabase(db, copy);

  const copies = readdirSync(folder).filter((name) => name.startsWith(prefix));
  const surplus = copies.toSorted().slice(0, -KEPT_COPIES);
  for (const name of surplus) rmSync(join(folder, name));
}
