import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { rebuildTable } from "./rebuild-table.ts";

/** A table with gaps between its rows, and everything that can depend on a table. */
function createShelf() {
  const db = new Database(":memory:", { strict: true });
  db.run(`
    CREATE TABLE books (
      id TEXT PRIMARY KEY,
      state TEXT NOT NULL DEFAULT 'in' CHECK (state IN ('in', 'out')),
      "order" INTEGER,
      UNIQUE ("order")
    ) STRICT;
    CREATE INDEX books_out ON books (id) WHERE state = 'out';
    CREATE TABLE seen (number INTEGER PRIMARY KEY, id TEXT) STRICT;
    CREATE TRIGGER book_seen AFTER INSERT ON books BEGIN
      INSERT INTO seen (id) VALUES (new.id);
    END;
    CREATE TABLE loans (id TEXT PRIMARY KEY, book_id TEXT REFERENCES books (id) ON DELETE CASCADE) STRICT;
    CREATE TRIGGER lent AFTER INSERT ON loans BEGIN
      UPDATE books SET state = 'out' WHERE id = new.book_id;
    END;
    CREATE VIEW books_in AS SELECT id FROM books WHERE state = 'in';
    INSERT INTO books VALUES ('z', 'in', 1), ('gone', 'in', 2), ('a', 'in', 3);
    DELETE FROM books WHERE id = 'gone';
    INSERT INTO loans VALUES ('l1', 'a');`);
  return db;
}

const openState = (sql: string) => sql.replace(" CHECK (state IN ('in', 'out'))", "");
const rowsOf = (db: Database, table: string) =>
  db.query(`SELECT rowid AS at, * FROM ${table} ORDER BY rowid`).all();
const others = (db: Database) =>
  db
    .query(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name <> 'books' ORDER BY name",
    )
    .all();

test("every row keeps its number, and every index, trigger, view and reference stays as it is", () => {
  using db = createShelf();
  const [books, seen, loans, parts] = [
    rowsOf(db, "books"),
    rowsOf(db, "seen"),
    rowsOf(db, "loans"),
    others(db),
  ];
  rebuildTable(db, "books", openState);
  expect(rowsOf(db, "books")).toEqual(books);
  expect(books).toMatchObject([
    { at: 1, id: "z" },
    { at: 3, id: "a", state: "out" },
  ]);
  expect(rowsOf(db, "seen")).toEqual(seen);
  expect(rowsOf(db, "loans")).toEqual(loans);
  expect(others(db)).toEqual(parts);
});

test("whatever depends on the table still works, and the new definition applies", () => {
  using db = createShelf();
  rebuildTable(db, "books", openState);
  db.run("PRAGMA foreign_keys = ON");
  db.run("INSERT INTO books VALUES ('new', 'lost', 4)");
  expect(db.query("SELECT id FROM seen ORDER BY number DESC").get()).toEqual({ id: "new" });
  db.run("INSERT INTO loans VALUES ('l2', 'z')");
  expect(db.query("SELECT id FROM books_in").all()).toEqual([]);
  expect(() => db.run("INSERT INTO books VALUES ('twin', 'in', 4)")).toThrow(/UNIQUE/);
  expect(() => db.run("INSERT INTO books VALUES (1, 'in', x'00')")).toThrow(/cannot store/);
  db.run("DELETE FROM books WHERE id = 'a'");
  expect(db.query("SELECT id FROM loans").all()).toEqual([{ id: "l2" }]);
});

test("a table can be rebuilt again, and one whose number is a column, too", () => {
  using db = createShelf();
  const [books, seen] = [rowsOf(db, "books"), rowsOf(db, "seen")];
  rebuildTable(db, "books", openState);
  rebuildTable(db, "books", (sql) => sql.replace("DEFAULT 'in'", "DEFAULT 'new'"));
  rebuildTable(db, "seen", (sql) => sql.replace("id TEXT", "id TEXT, at TEXT DEFAULT ''"));
  expect(rowsOf(db, "books")).toEqual(books);
  expect(db.query("SELECT rowid AS at, number, id FROM seen ORDER BY rowid").all()).toEqual(
    seen.map((row) => ({ ...(row as object) })),
  );
  db.run("INSERT INTO books (id) VALUES ('later')");
  expect(db.query("SELECT state FROM books WHERE id = 'later'").get()).toEqual({ state: "new" });
});

test.each([
  [
    "that leaves a column out",
    (sql: string) => sql.replace(`"order" INTEGER,`, "").replace(`UNIQUE ("order")`, "CHECK (1)"),
    "books would lose the column order",
  ],
  [
    "that leaves a UNIQUE out",
    (sql: string) => sql.replace(`UNIQUE ("order")`, "CHECK (1)"),
    "the indexes and triggers of books would not be the same",
  ],
  [
    "of another table",
    (sql: string) => sql.replace("books", "shelves"),
    "the new definition of books does not begin with CREATE TABLE books (",
  ],
])("a definition %s is refused", (_what, redefine, problem) => {
  using db = createShelf();
  const before = rowsOf(db, "books");
  expect(() => db.transaction(() => rebuildTable(db, "books", redefine))()).toThrow(problem);
  expect(rowsOf(db, "books")).toEqual(before);
});

test("a missing table, and foreign keys that are on, are refused", () => {
  using db = createShelf();
  expect(() => rebuildTable(db, "shelves", openState)).toThrow("there is no table shelves");
  db.run("PRAGMA foreign_keys = ON");
  expect(() => rebuildTable(db, "books", openState)).toThrow(
    "a table is rebuilt only while foreign keys are off",
  );
  expect(rowsOf(db, "loans")).toHaveLength(1);
});
