import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strangeParts } from "#db/known-schema.ts";
import { newestVersion } from "#db/migrate.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { openDatabase } from "#db/open.ts";
import { dataDirectory, pack, stateOf, unpacked } from "#testing/backup-files.ts";
import { copyOfReleased, releasedVersions } from "#testing/released-databases.ts";
import { malamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

const RAISE_LIMITS = `CREATE TRIGGER raise_limits AFTER INSERT ON tasks BEGIN
  UPDATE workspaces SET max_passes = 100000;
END`;

/** Changed bytes of the file, as someone makes them who does not want to be seen. */
type Forged = [from: string, to: string];

const CASES: [what: string, change: (db: Database) => Forged | void, named: string][] = [
  ["a trigger", (db) => void db.run(RAISE_LIMITS), 'the trigger "raise_limits" on "tasks"'],
  ["a view", (db) => void db.run("CREATE VIEW v AS SELECT 1"), 'the view "v"'],
  ["a table", (db) => void db.run("CREATE TABLE extra (x)"), 'the table "extra"'],
  [
    "an index",
    (db) => void db.run("CREATE INDEX i ON tasks (summary)"),
    'the index "i" on "tasks"',
  ],
  [
    "a table that sounds like SQLite's",
    (db) => void db.run("CREATE TABLE sqliteXstat1 (x)"),
    'the table "sqliteXstat1"',
  ],
  [
    "a table that looks like part of the search",
    (db) => void db.run("CREATE TABLE title_parts_extra (x)"),
    'the table "title_parts_extra"',
  ],
  [
    "a table under a name of SQLite's",
    (db) => {
      db.run("CREATE TABLE aqlite_stat1 (x)");
      return ["aqlite_stat1", "sqlite_stat1"];
    },
    'the table "sqlite_stat1"',
  ],
  [
    "a virtual table",
    (db) => void db.run("CREATE VIRTUAL TABLE words USING fts5 (x)"),
    'the table "words"',
  ],
  [
    "a computed column",
    (db) =>
      void db.run(
        "ALTER TABLE settings ADD COLUMN twice TEXT GENERATED ALWAYS AS (value || value)",
      ),
    'the table "settings", which is defined differently',
  ],
  [
    "another CHECK",
    () => ["CHECK (max_passes >= 1)", "CHECK (max_passes >= 0)"],
    'the table "workspaces", which is defined differently',
  ],
  [
    "another DEFAULT",
    () => ["DEFAULT 15", "DEFAULT 99"],
    'the table "workspaces", which is defined differently',
  ],
  [
    "one of our triggers that does something else",
    (db) => {
      db.run("DROP TRIGGER task_gone");
      db.run("CREATE TRIGGER task_gone AFTER DELETE ON tasks BEGIN DELETE FROM workspaces; END");
    },
    'the trigger "task_gone" on "tasks", which is defined differently',
  ],
  [
    "an index that is gone",
    (db) => void db.run("DROP INDEX task_queue_by_task"),
    'the index "task_queue_by_task" on "task_queue", which is missing',
  ],
];

function forge(bytes: Buffer, [from, to]: Forged): Buffer {
  expect(bytes.includes(from)).toBe(true);
  return Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");
}

test("anything that Malamar does not put into a database is refused by name, with --trust as well", async () => {
  using dir = tempDir();
  const source = await dataDirectory(join(dir.path, "source"), "Theirs");
  const good = join(dir.path, "good.tar.gz");
  expect((await malamar(["backup", good, "--data-dir", source])).code).toBe(0);
  const files = [...(await unpacked(good))].map(([name, content]) => ({ name, content }));
  const dataDir = await dataDirectory(join(dir.path, "data"), "Precious");
  const before = stateOf(dataDir);
  for (const [what, change, named] of CASES) {
    const path = join(dir.path, "changed.db");
    writeFileSync(path, files[1]!.content);
    const db = new Database(path);
    const forged = change(db);
    db.close();
    const file = join(dir.path, "case.tar.gz");
    const content = forged ? forge(readFileSync(path), forged) : readFileSync(path);
    writeFileSync(file, pack([files[0]!, { name: "malamar.db", content }]));
    const { stderr, code } = await malamar(["restore", file, "--trust", "--data-dir", dataDir]);
    expect({ what, code, stderr }).toEqual({
      what,
      code: 1,
      stderr: expect.stringContaining(named),
    });
    expect(stderr).toContain("Nothing was changed.");
    expect({ what, state: stateOf(dataDir) }).toEqual({ what, state: before });
  }
}, 120_000);

/** Fails as soon as it is computed. */
const COMPUTED: Forged = [
  "version INTEGER PRIMARY KEY, applied_at DATETIME NOT NULL, pad TEXT",
  "version AS (abs(-9223372036854775808)), applied_at TEXT".padEnd(67),
];

test("a computed version is refused before it is computed, in a backup and in a separate file", async () => {
  using dir = tempDir();
  const source = await dataDirectory(join(dir.path, "source"), "Theirs");
  const good = join(dir.path, "good.tar.gz");
  await malamar(["backup", good, "--data-dir", source]);
  const [manifest, database] = [...(await unpacked(good))];
  const path = join(dir.path, "changed.db");
  writeFileSync(path, database![1]);
  const db = new Database(path);
  db.run("ALTER TABLE _migrations ADD COLUMN pad TEXT");
  db.close();
  const content = forge(readFileSync(path), COMPUTED);
  writeFileSync(path, content);
  const archive = join(dir.path, "case.tar.gz");
  const about = { name: manifest![0], content: manifest![1] };
  writeFileSync(archive, pack([about, { name: database![0], content }]));
  const dataDir = await dataDirectory(join(dir.path, "data"), "Precious");
  const before = stateOf(dataDir);
  for (const file of [path, archive]) {
    const { stderr } = await malamar(["restore", file, "--trust", "--data-dir", dataDir]);
    expect(stderr).toContain(
      'differs from what Malamar creates: it has the table "_migrations", which is defined differently',
    );
    expect(stateOf(dataDir)).toEqual(before);
  }
});

test("a backup of such a database says so while it can still be fixed", async () => {
  using dir = tempDir();
  const source = await dataDirectory(join(dir.path, "source"), "Mine");
  const db = new Database(join(source, "malamar.db"));
  db.run("CREATE INDEX my_own ON tasks (summary)");
  db.close();
  const { stdout, code } = await malamar(["backup", dir.path, "--data-dir", source]);
  expect(code).toBe(0);
  expect(stdout).toContain('the index "my_own" on "tasks"');
});

test("every version's database is known, as our own migrations leave it", () => {
  using dir = tempDir();
  for (const { version } of MIGRATIONS) {
    const db = openDatabase(
      join(dir.path, `${version}.db`),
      MIGRATIONS.filter((each) => each.version <= version),
    );
    db.run("ANALYZE");
    expect({ version, strange: strangeParts(db, version) }).toEqual({ version, strange: [] });
    db.close();
  }
});

test("every release's database is known, before and after its update", () => {
  for (const version of releasedVersions()) {
    using dir = tempDir();
    const copy = copyOfReleased(version, dir.path);
    const before = new Database(copy);
    expect({ version, strange: strangeParts(before, newestVersion(before)) }).toEqual({
      version,
      strange: [],
    });
    before.close();
    const after = openDatabase(copy);
    expect({ version, strange: strangeParts(after, newestVersion(after)) }).toEqual({
      version,
      strange: [],
    });
    after.close();
  }
});
