import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { StartupError } from "#lib/startup-error.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { MIGRATIONS, type Migration } from "./migrations/index.ts";
import { closeDatabase, isFirstStart, openDatabase, requireUsableDatabase } from "./open.ts";

const LATEST = MIGRATIONS.at(-1)!.version;

const addColor = {
  version: LATEST + 1,
  name: "next_add_color",
  up: "ALTER TABLE workspaces ADD COLUMN color TEXT; CREATE TABLE colors (name TEXT) STRICT;",
} satisfies Migration;

const BASE_TABLES = [
  "_migrations",
  "agents",
  "chat_messages",
  "chat_queue",
  "chats",
  "check_runs",
  "checkpoints",
  "cli_quotas",
  "comments_to_cut",
  "engine_troubles",
  "kept_work",
  "restores",
  "runs",
  "sessions",
  "settings",
  "task_comments",
  "task_logs",
  "task_numbers",
  "task_queue",
  "tasks",
  "title_parts",
  "title_parts_config",
  "title_parts_data",
  "title_parts_docsize",
  "title_parts_idx",
  "titles",
  "usage_hourly",
  "viewed_files",
  "workspaces",
  "worktrees",
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
  const path = join(dir.path, "malamar.db");
  expect(isFirstStart(path)).toBe(true);
  const db = openDatabase(path);
  expect(isFirstStart(path)).toBe(false);
  expect(tablesOf(db)).toEqual(BASE_TABLES);
  expect(pragma(db, "journal_mode")).toBe("wal");
  expect(pragma(db, "synchronous")).toBe(1);
  expect(pragma(db, "busy_timeout")).toBe(5000);
  expect(pragma(db, "foreign_keys")).toBe(1);
  // In KiB where it is negative: enough for a board of a large database.
  expect(pragma(db, "cache_size")).toBe(-16_384);
  db.close();
});

test("a start waits for someone who has the database locked for a moment, such as another reader after a crash", async () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  closeDatabase(openDatabase(path));
  const script = `
    const { Database } = require("bun:sqlite");
    const db = new Database(process.argv[1]);
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    db.run("BEGIN EXCLUSIVE");
    console.log("locked");
    setTimeout(() => db.close(true), 200);`;
  const other = Bun.spawn([process.execPath, "-e", script, path], { stdout: "pipe" });
  await other.stdout.getReader().read();
  const db = openDatabase(path);
  expect(db.query("SELECT count(*) AS count FROM tasks").get()).toEqual({ count: 0 });
  db.close();
  expect(await other.exited).toBe(0);
});

test("a misspelt parameter is an error, not a silent NULL", () => {
  using dir = tempDir();
  const db = openDatabase(join(dir.path, "malamar.db"));
  expect(() =>
    db
      .query("INSERT INTO settings (key, value) VALUES ($key, $value)")
      .run({ key: "a", valu: "b" }),
  ).toThrow();
  db.close();
});

test("only their owner can read the database and its helper files", () => {
  using dir = tempDir();
  const db = openDatabase(join(dir.path, "malamar.db"));
  for (const name of readdirSync(dir.path)) {
    expect(statSync(join(dir.path, name)).mode & 0o777).toBe(0o600);
  }
  expect(readdirSync(dir.path)).toContain("malamar.db-wal");
  db.close();
});

test("opening again changes nothing and makes no copy", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  openDatabase(path).close();
  const db = openDatabase(path);
  expect(db.query("SELECT count(*) AS n FROM _migrations").get()).toEqual({ n: MIGRATIONS.length });
  db.close();
  expect(readdirSync(dir.path).filter((name) => name.includes("before-update"))).toEqual([]);
});

test("a closed database is complete in its one file", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const db = openDatabase(path);
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
  before.run("INSERT INTO settings VALUES ('kept', '1')");
  before.close();

  const db = openDatabase(path, [...MIGRATIONS, addColor]);
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
  openDatabase(path, migrations).close();
  for (let version = LATEST + 1; version <= LATEST + 5; version++) {
    migrations.push({ version, name: `00${version}`, up: `CREATE TABLE t${version} (x TEXT)` });
    openDatabase(path, migrations).close();
  }
  const copies = readdirSync(dir.path).filter((name) => name.includes("before-update"));
  const versions = new Set(copies.map((name) => Number(/schema-(\d+)$/.exec(name)![1])));
  expect(versions).toEqual(new Set([LATEST + 2, LATEST + 3, LATEST + 4]));
  expect(copies).toHaveLength(3);
});

test("a failed migration stops the start and leaves nothing behind", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  openDatabase(path).close();
  const broken = { ...addColor, up: `${addColor.up} INSERT INTO nowhere VALUES (1);` };
  expect(() => openDatabase(path, [...MIGRATIONS, broken])).toThrow(
    /migration next_add_color failed \(no such table: nowhere\)/,
  );
  const db = openDatabase(path);
  expect(tablesOf(db)).toEqual(BASE_TABLES);
  db.close();
});

/** Every name in a folder with its mode and content. */
function snapshot(folder: string) {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const path = join(folder, name);
      return { name, mode: statSync(path).mode, content: readFileSync(path).toString("base64") };
    });
}

/** A folder with only the closed database file, as a stopped Malamar leaves it. */
function lonelyDatabase(folder: string, make: (db: Database) => void): string {
  const path = join(folder, "malamar.db");
  const db = new Database(path);
  make(db);
  db.close(true);
  for (const name of readdirSync(folder)) if (name !== "malamar.db") rmSync(join(folder, name));
  return path;
}

test("a newer Malamar's database is refused, and nothing in its folder changes", () => {
  using dir = tempDir();
  const path = lonelyDatabase(dir.path, (db) => {
    db.run("PRAGMA journal_mode = WAL");
    db.run("CREATE TABLE _migrations (version INTEGER PRIMARY KEY, applied_at DATETIME)");
    db.run("INSERT INTO _migrations VALUES (1, ''), (99, '')");
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  });
  const before = snapshot(dir.path);
  expect(() => requireUsableDatabase(path)).toThrow(StartupError);
  expect(() => requireUsableDatabase(path)).toThrow(
    `newer Malamar (schema 99, this one knows ${LATEST})`,
  );
  expect(snapshot(dir.path)).toEqual(before);
});

test("another program's database is refused, and nothing in its folder changes", () => {
  using dir = tempDir();
  const path = lonelyDatabase(dir.path, (db) => void db.run("CREATE TABLE notes (text TEXT)"));
  const before = snapshot(dir.path);
  expect(() => requireUsableDatabase(path)).toThrow(/not a Malamar database/);
  expect(snapshot(dir.path)).toEqual(before);
});

test.each([
  ["text", () => Buffer.from("This is no database at all, just a note to myself.".repeat(20))],
  ["a torn header", () => Buffer.from("SQLite format 3\0".padEnd(4096, "\xff"))],
  ["a torn table", tornTable],
])("an unreadable file is refused and left untouched: %s", (_what, content) => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  writeFileSync(path, content());
  const before = snapshot(dir.path);
  expect(() => requireUsableDatabase(path)).toThrow(/cannot be read: .+ It was left untouched/);
  expect(snapshot(dir.path)).toEqual(before);
});

/** Our own database with the first page of one table overwritten. */
function tornTable(): Buffer {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const db = openDatabase(path);
  const page = db
    .query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_master WHERE name = 'agents'")
    .get()!.rootpage;
  closeDatabase(db);
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * 4096, page * 4096);
  return bytes;
}

test("an empty file counts as no database: a first start was interrupted", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  writeFileSync(path, "");
  expect(isFirstStart(path)).toBe(true);
});

test("a database that cannot be written is named", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  mkdirSync(path);
  expect(() => openDatabase(path)).toThrow(`The database ${path} cannot be written: EISDIR`);
});
