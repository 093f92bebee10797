import type { Database } from "bun:sqlite";

/**
 * Gives a table another definition where SQLite has no ALTER for it, such as other CHECKs.
 * `redefine` turns the old CREATE TABLE into the new one. Every row keeps its number, which gives
 * lists their insertion order; indexes, triggers and everything else that names the table stay as
 * they are.
 */
export function rebuildTable(
  db: Database,
  table: string,
  redefine: (createTable: string) => string,
): void {
  requireForeignKeysOff(db);
  const before = partsOf(db, table);
  const interim = `${table}_rebuilt`;
  db.run(renamed(redefine(definitionOf(db, table)), table, interim));
  copyRows(db, table, interim);
  db.run(`DROP TABLE "${table}"`);
  renameAlone(db, interim, table);
  for (const { sql } of before) if (sql !== null) db.run(sql);
  if (JSON.stringify(partsOf(db, table)) !== JSON.stringify(before)) {
    throw new Error(`the indexes and triggers of ${table} would not be the same`);
  }
}

/**
 * With them on, dropping the old table deletes its rows first, and everything that belongs to them.
 */
function requireForeignKeysOff(db: Database): void {
  const { foreign_keys } = db.query<{ foreign_keys: number }, []>("PRAGMA foreign_keys").get()!;
  if (foreign_keys === 1) throw new Error("a table is rebuilt only while foreign keys are off");
}

interface Part {
  type: string;
  name: string;
  /** null for an index that belongs to a PRIMARY KEY or UNIQUE of the definition. */
  sql: string | null;
}

/** Indexes and triggers. */
function partsOf(db: Database, table: string): Part[] {
  return db
    .query<Part, [string]>(
      `SELECT type, name, sql FROM sqlite_master
       WHERE tbl_name = ? AND type IN ('index', 'trigger') ORDER BY type, name`,
    )
    .all(table);
}

function definitionOf(db: Database, table: string): string {
  const found = db
    .query<{ sql: string }, [string]>(
      "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?",
    )
    .get(table);
  if (!found) throw new Error(`there is no table ${table}`);
  return found.sql;
}

function renamed(createTable: string, from: string, to: string): string {
  const beginning = new RegExp(`^CREATE TABLE ("?)${from}\\1(?=\\s*\\()`);
  if (!beginning.test(createTable)) {
    throw new Error(`the new definition of ${from} does not begin with CREATE TABLE ${from} (`);
  }
  return createTable.replace(beginning, `CREATE TABLE "${to}"`);
}

function copyRows(db: Database, from: string, to: string): void {
  const columns = columnsOf(db, from);
  const kept = columnsOf(db, to);
  const lost = columns.filter((name) => !kept.includes(name));
  if (lost.length > 0) throw new Error(`${from} would lose the column ${lost.join(", ")}`);
  const list = ["rowid", ...columns.map((name) => `"${name}"`)].join(", ");
  db.run(`INSERT INTO "${to}" (${list}) SELECT ${list} FROM "${from}" ORDER BY rowid`);
}

function columnsOf(db: Database, table: string): string[] {
  return db
    .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => name);
}

/**
 * Views and triggers of other tables name the dropped table, and mean the new one. The legacy mode
 * renames without checking them; the other one refuses, because what they name does not exist.
 */
function renameAlone(db: Database, from: string, to: string): void {
  db.run("PRAGMA legacy_alter_table = ON");
  try {
    db.run(`ALTER TABLE "${from}" RENAME TO "${to}"`);
  } finally {
    db.run("PRAGMA legacy_alter_table = OFF");
  }
}
