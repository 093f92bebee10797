import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "#lib/startup-error.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { MIGRATIONS, type Migration } from "./migrations/index.ts";
import { closeDatabase, openDatabase } from "./open.ts";

const addColor: Migration = {
  version: 2,
  name: "002_add_color",
  sql: "ALTER TABLE workspaces ADD COLUMN color TEXT; CREATE TABLE colors (name TEXT) STRICT;",
};

const BASE_TABLES = [
  "_migrations",
  "agents",
  "chat_messages",
  "chat_queue",
  "chats",
  "runs",
  "settings",
  "task_comments",
  "task_logs",
  "task_queue",
  "tasks",
  "workspaces",
];

function tablesOf(db: Database): string[] {
  return db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map((row) => row.name);
}

function pragma(db: Database, name: string): unknown {
  return Object.values(db.query(`PRAGMA ${name}`).get() as object)[0];
}

test("a new database has every base table and the promised settings", () => {
  using dir = tempDir();
  const { db, isNew } = openDatabase(join(dir.path, "malamar.db"));
  expect(isNew).toBe(true);
  expect(tablesOf(db)).toEqual(BASE_TABLES);
  expect(pragma(db, "journal_mode")).toBe("wal");
  expect(pragma(db, "synchronous")).toBe(1);
  expect(pragma(db, "busy_timeout")).toBe(5000);
  expect(pragma(db, "foreign_keys")).toBe(1);
  db.close();
});

test("a misspelt parameter is an error, not a silent NULL", () => {
  using dir = tempDir();
  const { db } = openDatabase(join(dir.path, "malamar.db"));
  expect(() =>
    db
      .query("INSERT INTO settings (key, value) VALUES ($key, $value)")
      .run({ key: "a", valu: "b" }),
  ).toThrow();
  db.close();
});

test("the database and its helpers are readable by their owner alone", () => {
  using dir = tempDir();
  const { db } = openDatabase(join(dir.path, "malamar.db"));
  for (const name of readdirSync(dir.path)) {
    expect(statSync(join(dir.path, name)).mode & 0o777).toBe(0o600);
  }
  expect(readdirSync(dir.path)).toContain("malamar.db-wal");
  db.close();
});

test("opening again changes nothing and makes no copy", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  openDatabase(path).db.close();
  const { db, isNew } = openDatabase(path);
  expect(isNew).toBe(false);
  expect(db.query("SELECT count(*) AS n FROM _migrations").get()).toEqual({ n: 1 });
  db.close();
  expect(readdirSync(dir.path).filter((name) => name.includes("before-update"))).toEqual([]);
});

test("a closed database is whole in its one file", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const { db } = openDatabase(path);
  db.run("INSERT INTO settings VALUES ('kept', '1')");
  closeDatabase(db);
  copyFileSync(path, join(dir.path, "copy.db"));
  const copy = new Database(join(dir.path, "copy.db"), { readonly: true });
  expect(copy.query("SELECT key FROM settings").all()).toEqual([{ key: "kept" }]);
  copy.close();
});

test("an update keeps the data, and a private copy of the database from before", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const before = openDatabase(path);
  before.db.run("INSERT INTO settings VALUES ('kept', '1')");
  before.db.close();

  const { db } = openDatabase(path, [...MIGRATIONS, addColor]);
  expect(tablesOf(db)).toContain("colors");
  expect(db.query("SELECT key FROM settings").all()).toEqual([{ key: "kept" }]);
  db.close();

  const copies = readdirSync(dir.path).filter((name) => name.includes("before-update"));
  expect(copies).toHaveLength(1);
  const copyPath = join(dir.path, copies[0]!);
  expect(statSync(copyPath).mode & 0o777).toBe(0o600);
  const copy = new Database(copyPath, { readonly: true });
  expect(tablesOf(copy)).toEqual(BASE_TABLES);
  expect(copy.query("SELECT key FROM settings").all()).toEqual([{ key: "kept" }]);
  copy.close();
});

test("only the last three copies are kept", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const migrations = [...MIGRATIONS];
  openDatabase(path, migrations).db.close();
  for (let version = 2; version <= 6; version++) {
    migrations.push({ version, name: `00${version}`, sql: `CREATE TABLE t${version} (x TEXT)` });
    openDatabase(path, migrations).db.close();
  }
  const copies = readdirSync(dir.path).filter((name) => name.includes("before-update"));
  const versions = new Set(copies.map((name) => /schema-(\d)$/.exec(name)![1]));
  expect(versions).toEqual(new Set(["3", "4", "5"]));
  expect(copies).toHaveLength(3);
});

test("a migration that fails stops the start and leaves nothing of itself behind", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  openDatabase(path).db.close();
  const broken = { ...addColor, sql: `${addColor.sql} INSERT INTO nowhere VALUES (1);` };
  expect(() => openDatabase(path, [...MIGRATIONS, broken])).toThrow(
    /migration 002_add_color failed \(no such table: nowhere\)/,
  );
  const { db } = openDatabase(path);
  expect(tablesOf(db)).toEqual(BASE_TABLES);
  db.close();
});

test("a database of a newer Malamar is refused and left untouched", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  openDatabase(path, [...MIGRATIONS, addColor]).db.close();
  const before = readFileSync(path);
  expect(() => openDatabase(path)).toThrow(StartupError);
  expect(() => openDatabase(path)).toThrow(/newer Malamar \(schema 2, this one knows 1\)/);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test.each([
  ["text", "This is no database at all, just a note to myself.".repeat(20)],
  ["a torn page", "SQLite format 3\0".padEnd(4096, "\xff")],
])("a file that is no database is refused and left untouched: %s", (_what, content) => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  writeFileSync(path, content);
  expect(() => openDatabase(path)).toThrow(/cannot be read: .+ It was left untouched/);
  expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
  expect(readdirSync(dir.path)).toEqual(["malamar.db"]);
});
