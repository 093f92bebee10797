import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answers, noUnexpectedErrors } from "./answers.ts";
import { violationsOf, type Scene } from "./invariant.ts";
import { soundDatabase } from "./sound-database.ts";

/** A database with a table that others refer to, an index, and enough rows for many pages. */
function aDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), "malamar-invariants-"));
  const file = join(dataDir, "malamar.db");
  using db = new Database(file);
  db.run("CREATE TABLE tasks (id INTEGER PRIMARY KEY, text TEXT)");
  db.run("CREATE TABLE notes (id INTEGER PRIMARY KEY, task INTEGER REFERENCES tasks (id))");
  db.run("CREATE INDEX by_text ON tasks (text)");
  db.run(
    `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 500)
     INSERT INTO tasks SELECT id, 'text of task ' || id FROM n`,
  );
  return {
    file,
    scene: { world: { dataDir } } as unknown as Scene,
    [Symbol.dispose]: () => rmSync(dataDir, { recursive: true }),
  };
}

/** A server that gives these answers and has printed this. */
function sceneWith(server: { url: string; printed?: string }): Scene {
  const { url, printed = "" } = server;
  return { world: { server: () => ({ url, output: () => printed }) } } as unknown as Scene;
}

test("a whole database is sound", () => {
  using database = aDatabase();
  expect(soundDatabase(database.scene)).toEqual([]);
});

test("a row that differs between its index and its table is found", () => {
  using database = aDatabase();
  const bytes = readFileSync(database.file);
  const at = bytes.lastIndexOf("text of task 250");
  bytes.write("other", at);
  writeFileSync(database.file, bytes);
  const [first, ...others] = soundDatabase(database.scene) as string[];
  expect(first).toStartWith("integrity_check (");
  expect(others).toEqual([]);
});

test("a row with a dangling reference is found", () => {
  using database = aDatabase();
  using db = new Database(database.file);
  db.run("INSERT INTO notes VALUES (1, 9999)");
  db.close();
  expect(soundDatabase(database.scene)).toEqual([
    'foreign_key_check (1): {"table":"notes","rowid":1,"parent":"tasks","fkid":0}',
  ]);
});

test("a file that is no longer a database is a finding like any other", async () => {
  using database = aDatabase();
  writeFileSync(database.file, Buffer.alloc(40_000, "x"));
  expect(await violationsOf([soundDatabase], database.scene)).toEqual([
    expect.stringContaining("It could not be checked: SQLiteError: file is not a database"),
  ]);
});

test("the shell and the health of a server must answer, and correctly", async () => {
  let broken: string | null = null;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => new Response("", { status: new URL(url).pathname === broken ? 500 : 200 }),
  });
  const scene = sceneWith({ url: `http://127.0.0.1:${server.port}` });
  expect(await answers(scene)).toEqual([]);
  for (const path of ["/", "/api/health"]) {
    broken = path;
    expect(await answers(scene)).toEqual([`GET ${path} is answered with 500`]);
  }
  await server.stop(true);
  expect(await answers(scene)).toEqual([
    expect.stringContaining("GET / fails: "),
    expect.stringContaining("GET /api/health fails: "),
  ]);
});

test("unforeseen failures in the log are found, and foreseen ones are not", () => {
  const foreseen = "[2026-01-01T00:00:00.000Z] ERROR A pass failed unexpectedly error=...";
  const unforeseen = "[2026-01-01T00:00:00.000Z] ERROR Unexpected error error=TypeError: x";
  const printed = (...lines: string[]) => sceneWith({ url: "", printed: lines.join("\n") });
  expect(noUnexpectedErrors(printed(foreseen))).toEqual([]);
  expect(noUnexpectedErrors(printed(foreseen, unforeseen))).toEqual([`In the log: ${unforeseen}`]);
});
