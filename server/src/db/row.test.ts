import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { describeRow, type Selection, type Stored } from "./row.ts";

interface Note {
  id: string;
  title: string;
  order: number;
  weight: number | null;
  is_open: boolean;
  tags: string[];
  origin: { page: number } | null;
}

const noteRow = describeRow<Note, { shown: "list" | "detail" | "never" }>()("notes", {
  id: { is: "text", shown: "list" },
  title: { is: "text", shown: "detail" },
  order: { is: "integer", shown: "list" },
  weight: { is: "real or null", default: null, shown: "never" },
  is_open: { is: "flag", default: true, shown: "list" },
  tags: { is: "json", default: [], shown: "never" },
  origin: { is: "json or null", default: null, shown: "detail" },
});

function aDatabase(): Database {
  const db = new Database(":memory:", { strict: true });
  db.run(
    `CREATE TABLE notes (id TEXT PRIMARY KEY, title TEXT NOT NULL, "order" INTEGER NOT NULL, weight REAL,
       is_open INTEGER NOT NULL, tags TEXT NOT NULL, origin TEXT) STRICT`,
  );
  return db;
}

const stored = (db: Database) =>
  db.query<Stored<Note>, []>(`SELECT ${noteRow.list("n")} FROM notes n ORDER BY n.id`).all();

test("a new row has the defaults, and its fields in the order of the columns", () => {
  using db = aDatabase();
  const note = noteRow.inserter(db)({ title: "T", order: 1, id: "a" });
  expect(Object.entries(note)).toEqual([
    ["id", "a"],
    ["title", "T"],
    ["order", 1],
    ["weight", null],
    ["is_open", true],
    ["tags", []],
    ["origin", null],
  ]);
  expect(stored(db)).toEqual([
    { id: "a", title: "T", order: 1, weight: null, is_open: 1, tags: "[]", origin: null },
  ]);
});

test("a given value replaces a default, even null", () => {
  const given = { id: "a", title: "", order: 0, is_open: false, origin: null, tags: ["x"] };
  expect(noteRow.create(given)).toEqual({ ...given, weight: null });
});

test("an update writes every column of its row, and no other", () => {
  using db = aDatabase();
  const insert = noteRow.inserter(db);
  insert({ id: "a", title: "A", order: 1 });
  const other = insert({ id: "b", title: "B", order: 2 });
  const changed = {
    id: "a",
    title: "C",
    order: 3,
    weight: 0.5,
    is_open: false,
    tags: ["x"],
    origin: { page: 4 },
  };
  noteRow.updater(db)(changed);
  expect(stored(db).map((row) => noteRow.decode(row))).toEqual([changed, other]);
});

test("some columns are encoded as in the whole row, and other given values stay", () => {
  const given = { id: "a", is_open: true, tags: ["x"], more: 0 };
  const encoded = noteRow.only("is_open", "tags").encode(given);
  expect(encoded).toEqual({ id: "a", is_open: 1, tags: '["x"]', more: 0 });
  expect(given.is_open).toBe(true);
});

test("a stored row is decoded in place, and only in the requested columns", () => {
  const row = { id: "a", order: 1, is_open: 0 as const, tags: "[]", more: 0 };
  const decoded = noteRow.where("shown", "list").decode(row);
  expect(decoded as object).toBe(row);
  expect(decoded).toEqual({ id: "a", order: 1, is_open: false, tags: "[]", more: 0 });
});

test("columns are selected by their facts, and a row is cut to them", () => {
  const shown = noteRow.where("shown", "list", "detail");
  expect(shown.list("n")).toBe('n.id, n."order", n.is_open, n.title, n.origin');
  expect(shown.defaults).toEqual({ is_open: true, origin: null });
  const note = noteRow.create({ id: "a", title: "T", order: 1, weight: 2 });
  expect(Object.keys(shown.pick(note))).toEqual(["id", "order", "is_open", "title", "origin"]);
});

test("an update of some columns leaves the others as they are", () => {
  using db = aDatabase();
  const note = noteRow.inserter(db)({ id: "a", title: "T", order: 1 });
  db.prepare(noteRow.only("title").updateSql).run({ id: "a", title: "U" });
  expect(stored(db).map((row) => noteRow.decode(row))).toEqual([{ ...note, title: "U" }]);
});

test("a description that leaves out a column, adds one, or mistakes one does not compile", () => {
  interface Pair {
    id: string;
    is_open: boolean;
  }
  const describe = describeRow<Pair, { exported: boolean }>();
  const id = { is: "text", exported: true } as const;
  const is_open = { is: "flag", exported: false } as const;
  const whole = describe("pairs", { id, is_open });
  whole.where("exported", true) satisfies Selection<Pair, "id">;
  const described = [
    // @ts-expect-error: is_open is left out
    describe("pairs", { id }),
    // @ts-expect-error: there is no such field
    describe("pairs", { id, is_open, colour: id }),
    // @ts-expect-error: a flag is not a number
    describe("pairs", { id, is_open: { is: "integer", exported: false } }),
    // @ts-expect-error: it is never null
    describe("pairs", { id: { is: "text or null", exported: true }, is_open }),
    // @ts-expect-error: not said whether it is exported
    describe("pairs", { id: { is: "text" }, is_open }),
    // @ts-expect-error: the default is not a flag
    describe("pairs", { id, is_open: { ...is_open, default: 1 } }),
    // @ts-expect-error: more than the id was promised
    whole.where("exported", true) satisfies Selection<Pair, "id" | "is_open">,
    // @ts-expect-error: less than both was promised
    whole satisfies Selection<Pair, "id">,
  ];
  expect(described).toHaveLength(8);
});
