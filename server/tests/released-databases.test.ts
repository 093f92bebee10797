import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyMigration } from "#db/apply-migration.ts";
import { MIGRATIONS, type Migration } from "#db/migrations/index.ts";
import { openDatabase } from "#db/open.ts";
import { rebuildTable } from "#db/rebuild-table.ts";
import { createSearchStore } from "#domain/search/search-store.ts";
import { VERSION } from "#lib/version.ts";
import { missingKinds, unknownKinds } from "#testing/every-kind-of-row.ts";
import { makeLivedInDatabase } from "#testing/lived-in-database.ts";
import { copyOfReleased, releasedVersions } from "#testing/released-databases.ts";
import { tablesOf } from "#testing/tables-of.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** Much depends on the first one, and the others hold what people would miss most. */
const REBUILT = ["tasks", "runs", "task_queue"];

test("every version has stored the database that it leaves on users' disks", () => {
  const root = join(import.meta.dir, "..", "..", "package.json");
  const { version } = JSON.parse(readFileSync(root, "utf8")) as { version: string };
  expect(VERSION).toBe(version);
  const missing = releasedVersions().includes(version)
    ? []
    : [`no database of ${version}: make it with "npm run store-database", and commit it`];
  expect(missing).toEqual([]);
});

test("a release's database has every kind of row, and no word that is not in the contract", async () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  // It refuses to leave out anything in the contract.
  await makeLivedInDatabase(path);
  using db = new Database(path, { readonly: true });
  expect(unknownKinds(db)).toEqual([]);
});

test("a new table is missing in a release's database until its kinds of rows are declared", () => {
  using dir = tempDir();
  using db = openDatabase(join(dir.path, "malamar.db"));
  db.run("CREATE TABLE labels (name TEXT PRIMARY KEY) STRICT");
  expect(missingKinds(db).filter((missing) => missing.includes("labels"))).toEqual([
    "any kind of row in labels",
  ]);
});

test("a new database and an updated one have the same schema", () => {
  using dir = tempDir();
  using fresh = openDatabase(join(dir.path, "fresh.db"));
  for (const version of releasedVersions()) {
    using folder = tempDir();
    using updated = openDatabase(copyOfReleased(version, folder.path));
    expect(schemaOf(updated)).toEqual(schemaOf(fresh));
  }
});

describe.each(releasedVersions())("the database of %s", (version) => {
  test("keeps every row with its number, every index and every trigger", () => {
    using stored = createStored(version);
    const before = contentOf(stored.before);
    expect(before["task_logs"]!.length).toBeGreaterThan(50);
    using db = openDatabase(stored.path);
    expect(contentOf(db, stored.before)).toEqual(before);
    expect(partsOf(db)).toEqual(expect.arrayContaining(partsOf(stored.before)));
    expect(unknownKinds(db)).toEqual([]);
  });

  test("has gaps between its rows, so that renumbering is noticed", () => {
    using stored = createStored(version);
    const gaps = ["tasks", "task_comments", "task_logs", "task_queue", "runs"].filter((table) => {
      const rows = contentOf(stored.before)[table]!;
      return rows.at(-1)!["at"] !== rows.length;
    });
    expect(gaps).toEqual(["tasks", "task_comments", "task_logs", "task_queue", "runs"]);
  });

  test("is searched as before, and a delete removes what belongs to the row", () => {
    using stored = createStored(version);
    using db = openDatabase(stored.path);
    expect(db.query("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
    const found = (words: string) => createSearchStore(db).find(words, 5);
    expect(found("knöpfe")).toMatchObject([{ type: "task", title: "Größe der Knöpfe (日本語)" }]);
    expect(found("how to")).toMatchObject([{ type: "chat", title: "How to begin" }]);
    db.run("INSERT INTO title_parts (title_parts, rank) VALUES ('integrity-check', 1)");

    const of = (table: string) =>
      db.query(`SELECT count(*) AS count FROM ${table} WHERE workspace_id = ?`);
    const [website] = found("website");
    const tables = ["tasks", "task_comments", "task_logs", "task_queue", "chats", "runs"];
    for (const table of tables) expect(of(table).get(website!.id)).not.toEqual({ count: 0 });
    db.query("DELETE FROM workspaces WHERE id = ?").run(website!.id);
    for (const table of tables) expect(of(table).get(website!.id)).toEqual({ count: 0 });
    expect(found("knöpfe")).toEqual([]);
    expect(found("pipeline")).toHaveLength(1);
  });

  test.each(REBUILT)("loses nothing when %s is rebuilt", (table) => {
    using stored = createStored(version);
    const before = contentOf(stored.before);
    using db = openDatabase(stored.path, [...MIGRATIONS, rebuildOf(table)]);
    expect(contentOf(db, stored.before)).toEqual(before);
    expect(partsOf(db)).toEqual(expect.arrayContaining(partsOf(stored.before)));
    expect(db.query(`SELECT count(color) AS colors FROM ${table}`).get()).toEqual({ colors: 0 });
  });

  test.each(REBUILT)("refuses the same rebuild of %s while foreign keys are on", (table) => {
    using stored = createStored(version);
    using db = openDatabase(stored.path);
    const before = contentOf(db);
    expect(() => applyMigration(db, rebuildOf(table))).toThrow("only while foreign keys are off");
    expect(contentOf(db)).toEqual(before);
  });

  test("refuses to rebuild tasks by hand while foreign keys are on: that would delete all comments", () => {
    using stored = createStored(version);
    using db = openDatabase(stored.path);
    const before = contentOf(db);
    expect(before["task_comments"]!.length).toBeGreaterThan(0);
    expect(() => applyMigration(db, byHand(db))).toThrow(
      `task_comments would have 0 rows instead of ${before["task_comments"]!.length}`,
    );
    expect(contentOf(db)).toEqual(before);
    expect(partsOf(db)).toEqual(expect.arrayContaining(partsOf(stored.before)));
  });
});

const NEXT = MIGRATIONS.at(-1)!.version + 1;

function rebuildOf(table: string): Migration {
  return {
    version: NEXT,
    name: `next_${table}`,
    up: (db) => rebuildTable(db, table, (sql) => sql.replace("TEXT PRIMARY KEY", "$&, color TEXT")),
  };
}

/** As in SQLite's manual, without its first step. */
function byHand(db: Database): Migration {
  const { sql } = db
    .query<{ sql: string }, []>("SELECT sql FROM sqlite_master WHERE name = 'tasks'")
    .get()!;
  const up = `${sql.replace('"tasks"', "new_tasks")};
    INSERT INTO new_tasks SELECT * FROM tasks;
    DROP TABLE tasks;
    ALTER TABLE new_tasks RENAME TO tasks;`;
  return { version: NEXT, name: "next_by_hand", up };
}

/** A copy to be updated, and the original next to it. */
function createStored(version: string) {
  const [dir, other] = [tempDir(), tempDir()];
  const before = new Database(copyOfReleased(version, other.path), { readonly: true });
  return {
    path: copyOfReleased(version, dir.path),
    before,
    [Symbol.dispose]() {
      before.close(true);
      dir[Symbol.dispose]();
      other[Symbol.dispose]();
    },
  };
}

type Row = Record<string, unknown>;

/** Every row of every table with its number, in the columns that the tables of `as` have. */
function contentOf(db: Database, as = db): Record<string, Row[]> {
  // It says which migrations ran, which is what differs.
  const tables = tablesOf(as).filter((name) => name !== "_migrations");
  return Object.fromEntries(
    tables.map((table) => {
      const columns = as
        .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
        .all(table)
        .map(({ name }) => `"${name}"`);
      const list = ["rowid AS at", ...columns].join(", ");
      return [table, db.query<Row, []>(`SELECT ${list} FROM "${table}" ORDER BY rowid`).all()];
    }),
  );
}

/** All indexes and triggers. */
function partsOf(db: Database): Row[] {
  return schemaOf(db).filter(({ type }) => type === "index" || type === "trigger");
}

function schemaOf(db: Database): Row[] {
  return db
    .query<Row, []>("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    .all();
}
