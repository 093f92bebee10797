import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { StartupError } from "#lib/startup-error.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { join } from "node:path";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migrations/index.ts";
import { rebuildTable } from "./rebuild-table.ts";

const base: Migration = {
  version: 1,
  name: "001_base",
  up: `
    CREATE TABLE parents (id TEXT PRIMARY KEY) STRICT;
    CREATE TABLE children (id TEXT PRIMARY KEY, parent_id TEXT REFERENCES parents (id) ON DELETE CASCADE) STRICT;
    CREATE TABLE notes (text TEXT) STRICT;
    CREATE VIRTUAL TABLE words USING fts5 (text);
    INSERT INTO parents VALUES ('p1'), ('p2');
    INSERT INTO children VALUES ('c1', 'p1'), ('c2', 'p2');
    INSERT INTO notes VALUES ('n');`,
};

/** A database of the first version, to be updated by one migration. */
function createUpdate(next: Omit<Migration, "version" | "name">) {
  const dir = tempDir();
  const db = new Database(join(dir.path, "malamar.db"), { strict: true });
  db.run("PRAGMA foreign_keys = ON");
  migrate(db, [base]);
  return {
    db,
    run: () => migrate(db, [base, { version: 2, name: "002_next", ...next }]),
    rows: (table: string) => db.query(`SELECT * FROM ${table}`).all(),
    [Symbol.dispose]() {
      db.close(true);
      dir[Symbol.dispose]();
    },
  };
}

function refusalOf(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
}

const foreignKeys = (db: Database) => db.query("PRAGMA foreign_keys").get();

test.each([
  ["rows that go", "DELETE FROM notes", "notes would have 0 rows instead of 1"],
  ["rows that come", "INSERT INTO notes VALUES ('m')", "notes would have 2 rows instead of 1"],
  ["a table that goes", "DROP TABLE notes", "notes would have 0 rows instead of 1"],
  [
    "rows that refer to nothing",
    "UPDATE children SET parent_id = 'p3' WHERE id = 'c1'",
    "children would refer to rows of parents that are not there",
  ],
])("a migration with %s is refused, and leaves no trace", (_what, up, problem) => {
  using update = createUpdate({ up });
  const refusal = refusalOf(update.run);
  expect(refusal).toBeInstanceOf(StartupError);
  expect(refusal).toHaveProperty(
    "message",
    `The database could not be updated: migration 002_next failed (${problem}). ` +
      "Nothing was changed; a copy made beforehand is next to the database.",
  );
  expect(update.rows("notes")).toEqual([{ text: "n" }]);
  expect(update.rows("children")).toEqual([
    { id: "c1", parent_id: "p1" },
    { id: "c2", parent_id: "p2" },
  ]);
  expect(update.rows("_migrations")).toHaveLength(1);
});

test("a migration may change the rows of the tables that it names, and of no others", () => {
  using moves = createUpdate({ up: "DELETE FROM notes", changesRowsOf: ["notes"] });
  moves.run();
  expect(moves.rows("notes")).toEqual([]);

  const up = "DELETE FROM notes; DELETE FROM children";
  using takesMore = createUpdate({ up, changesRowsOf: ["notes"] });
  expect(takesMore.run).toThrow("children would have 0 rows instead of 2");
  expect(takesMore.rows("notes")).toHaveLength(1);
});

test("new tables may have rows, and a full-text index's internal rows do not count", () => {
  using update = createUpdate({
    up: "CREATE TABLE more (x TEXT); INSERT INTO more VALUES ('1'); INSERT INTO words VALUES ('one two')",
  });
  update.run();
  expect(update.rows("more")).toEqual([{ x: "1" }]);
  expect(update.rows("words")).toEqual([{ text: "one two" }]);
});

test("a row that someone orphaned by hand before does not stop an update", () => {
  using update = createUpdate({ up: "UPDATE notes SET text = 'm'" });
  update.db.run("PRAGMA foreign_keys = OFF");
  update.db.run("DELETE FROM parents WHERE id = 'p2'");
  update.run();
  expect(update.rows("notes")).toEqual([{ text: "m" }]);
  expect(update.rows("children")).toHaveLength(2);
});

test("foreign keys are off during a migration and on after it, even if it fails", () => {
  const seen: unknown[] = [];
  using update = createUpdate({ up: (db) => void seen.push(foreignKeys(db)) });
  update.run();
  expect(foreignKeys(update.db)).toEqual({ foreign_keys: 1 });

  using failing = createUpdate({
    up: (db) => {
      seen.push(foreignKeys(db));
      throw new Error("no");
    },
  });
  expect(failing.run).toThrow("migration 002_next failed (no)");
  expect(foreignKeys(failing.db)).toEqual({ foreign_keys: 1 });
  expect(seen).toEqual([{ foreign_keys: 0 }, { foreign_keys: 0 }]);
});

test("a rebuilt parent keeps its children, and still deletes them with itself", () => {
  using update = createUpdate({
    up: (db) =>
      rebuildTable(db, "parents", (sql) =>
        sql.replace("PRIMARY KEY", "PRIMARY KEY CHECK (id <> '')"),
      ),
  });
  update.run();
  expect(update.rows("children")).toHaveLength(2);
  update.db.run("DELETE FROM parents WHERE id = 'p1'");
  expect(update.rows("children")).toEqual([{ id: "c2", parent_id: "p2" }]);
});
