import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { openDatabase } from "#db/open.ts";
import { readTar, TAR_END, tarHeader, tarPadding } from "#lib/tar.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { isAlive, until } from "#testing/live-processes.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { malamar, startMalamar } from "#testing/run-malamar.ts";
import { heldAt, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** Every row of every table. */
function rowsOf(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true });
  const tables = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all();
  const rows = tables.map(({ name }) => [name, db.query(`SELECT * FROM ${name}`).all()]);
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

/** The files of an archive by their names. */
async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const bytes = gunzipSync(readFileSync(path));
  for await (const { name, content } of readTar(
    (async function* whole() {
      yield bytes;
    })(),
  )) {
    files.set(name, Buffer.concat(await Array.fromAsync(content)));
  }
  return files;
}

interface PackedFile {
  name: string;
  content: Buffer;
  /** The letter of the kind; a plain file if nothing is said. */
  kind?: string;
}

function pack(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ name, content, kind }) => {
    const header = tarHeader(name, content.length, new Date(0));
    if (kind) {
      header.write(kind, 156);
      header.write("        ", 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    }
    return [header, content, tarPadding(content.length)];
  });
  return gzipSync(Buffer.concat([...parts, TAR_END]));
}

/** A data directory with a workspace in it, whose server has stopped. */
async function dataDirectory(path: string, title: string): Promise<string> {
  const app = await createTestApp({ dataDir: path });
  await app.createWorkspace({ title });
  await app.stop();
  return path;
}

/** What is in the directory, to see that nothing of it has changed. */
function stateOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.lock$|-shm$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [file.slice(dataDir.length), Bun.hash(readFileSync(file)).toString()]),
  );
}

function titlesIn(dataDir: string): string[] {
  const db = new Database(join(dataDir, "malamar.db"));
  const rows = db.query<{ title: string }, []>("SELECT title FROM workspaces").all();
  db.close();
  return rows.map(({ title }) => title);
}

test("a backup beside a running server is the database and the transcripts, and comes back whole", async () => {
  using dir = tempDir();
  await using app = await createLoopApp({ team: { Planner: says("Done"), Reviewer: skip } });
  await app.createTask();
  await app.runner.drain();
  writeFileSync(join(app.dataDir, "token"), "secret token", { mode: 0o600 });
  writeFileSync(join(app.dataDir, "runs", "notes.txt"), "not ours");

  const { stdout, stderr, code } = await malamar(
    ["backup", "--data-dir", app.dataDir],
    {},
    dir.path,
  );
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  const [name] = readdirSync(dir.path);
  expect(readdirSync(dir.path)).toHaveLength(1);
  expect(name).toMatch(/^malamar-backup-\d{8}-\d{6}\.tar\.gz$/);
  const file = join(dir.path, name!);
  expect(stdout).toContain(`to ${file} (`);
  expect(stdout).toContain("API keys");
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const transcripts = readdirSync(join(app.dataDir, "runs")).filter((n) => n.endsWith(".jsonl"));
  expect(transcripts.length).toBeGreaterThan(1);
  const files = await unpacked(file);
  expect([...files.keys()].toSorted()).toEqual(
    ["malamar-backup.json", "malamar.db", ...transcripts.map((n) => `runs/${n}`)].toSorted(),
  );

  const restored = join(dir.path, "restored");
  const restore = await malamar(["restore", file, "--data-dir", restored]);
  expect({ stderr: restore.stderr, code: restore.code }).toEqual({ stderr: "", code: 0 });
  expect(rowsOf(join(restored, "malamar.db"))).toEqual(rowsOf(join(app.dataDir, "malamar.db")));
  for (const transcript of transcripts) {
    expect(readFileSync(join(restored, "runs", transcript))).toEqual(
      readFileSync(join(app.dataDir, "runs", transcript)),
    );
  }
  expect(existsSync(join(restored, "token"))).toBe(false);
  expect(statSync(join(restored, "malamar.db")).mode & 0o777).toBe(0o600);
  expect(statSync(restored).mode & 0o777).toBe(0o700);
});

test("a backup never takes the place of a file, and a directory gets the usual name", async () => {
  using dir = tempDir();
  const dataDir = await dataDirectory(join(dir.path, "data"), "Mine");
  const file = join(dir.path, "mine.tar.gz");
  writeFileSync(file, "precious");
  const taken = await malamar(["backup", file, "--data-dir", dataDir]);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toBe(
    `malamar: ${file} exists already and was left as it is. Choose another name.\n`,
  );
  expect(readFileSync(file, "utf8")).toBe("precious");

  mkdirSync(join(dir.path, "folder"));
  expect((await malamar(["backup", join(dir.path, "folder"), "--data-dir", dataDir])).code).toBe(0);
  expect(readdirSync(join(dir.path, "folder")).join()).toMatch(/^malamar-backup-[\d-]+\.tar\.gz$/);

  const nowhere = await malamar(["backup", join(dir.path, "no/where"), "--data-dir", dataDir]);
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toContain("no/where cannot be written: ");
});

test("a backup leaves no trace in the data directory of a stopped server", async () => {
  using dir = tempDir();
  const dataDir = await dataDirectory(join(dir.path, "data"), "Mine");
  const before = readdirSync(dataDir).toSorted();
  expect((await malamar(["backup", dir.path, "--data-dir", dataDir])).code).toBe(0);
  expect(readdirSync(dataDir).toSorted()).toEqual(before);
});

test("there is nothing to back up before the first start", async () => {
  using dir = tempDir();
  const { stderr, code } = await malamar(["backup", dir.path, "--data-dir", join(dir.path, "no")]);
  expect(code).toBe(1);
  expect(stderr).toContain(`There is no database in ${join(dir.path, "no")} yet.`);
  expect(readdirSync(dir.path)).toEqual([]);
});

/** Rows that take a while to copy. */
function fill(db: Database, megabytes: number): void {
  db.run("CREATE TABLE ballast (text TEXT) STRICT");
  db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO ballast SELECT hex(randomblob(5000)) FROM n`,
    [megabytes * 100],
  );
}

test("the server goes on writing while a large database is copied, and the copy is of one moment", async () => {
  using dir = tempDir();
  await using app = await createTestApp();
  fill(app.db, 60);
  app.db.run("CREATE TABLE pairs (a INTEGER, b INTEGER) STRICT");
  app.db.run("INSERT INTO pairs VALUES (0, 0)");
  const file = join(dir.path, "b.tar.gz");
  const backup = startMalamar(["backup", file, "--data-dir", app.dataDir]);
  const copy = () => readdirSync(dir.path).find((name) => name.endsWith(".part-db"));
  await until(() => copy() !== undefined || backup.exitCode !== null);
  let writesDuringCopy = 0;
  while (copy()) {
    // One request of the API and one transaction that changes two places.
    expect((await app.call("POST", "/api/workspaces", { body: { title: "W" } })).status).toBe(201);
    app.db.transaction(() => {
      app.db.run("UPDATE pairs SET a = a + 1");
      app.db.run("UPDATE pairs SET b = b + 1");
    })();
    writesDuringCopy++;
    await new Promise(setImmediate);
  }
  expect(await backup.exited).toBe(0);
  expect(writesDuringCopy).toBeGreaterThan(10);
  const restored = join(dir.path, "restored");
  expect((await malamar(["restore", file, "--data-dir", restored])).code).toBe(0);
  const db = new Database(join(restored, "malamar.db"), { readonly: true });
  const { a, b } = db.query<{ a: number; b: number }, []>("SELECT a, b FROM pairs").get()!;
  db.close();
  expect(a).toBe(b);
  expect(a).toBeLessThan(writesDuringCopy);
}, 60_000);

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "a backup that is ended by %s leaves nothing that looks like one",
  async (signal) => {
    using dir = tempDir();
    await using app = await createTestApp();
    fill(app.db, 50);
    const out = join(dir.path, "out");
    mkdirSync(out);
    const backup = startMalamar(["backup", join(out, "b.tar.gz"), "--data-dir", app.dataDir]);
    await until(() => readdirSync(out).some((name) => name.endsWith(".part")));
    backup.kill(signal);
    expect(await backup.exited).not.toBe(0);
    const left = readdirSync(out);
    if (signal === "SIGKILL") {
      expect(left.every((name) => /^\.malamar-.+\.part(-db)?$/.test(name))).toBe(true);
    } else {
      expect(left).toEqual([]);
      expect(await backup.stderr.text()).toBe("malamar: Interrupted. Nothing was left behind.\n");
    }
  },
  60_000,
);

test("a restore is refused while a server runs on the data directory", async () => {
  using dir = tempDir();
  await using app = await createTestApp();
  const file = join(dir.path, "b.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", app.dataDir])).code).toBe(0);
  const before = readdirSync(app.dataDir);
  const { stderr, code } = await malamar(["restore", file, "--data-dir", app.dataDir]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `malamar: A Malamar is running on the data directory ${app.dataDir}. Stop it first: a restore replaces everything that it works with. Nothing was changed.\n`,
  );
  expect(readdirSync(app.dataDir)).toEqual(before);
});

test("what was there before a restore is kept, and its token goes on", async () => {
  using dir = tempDir();
  const first = await dataDirectory(join(dir.path, "first"), "First");
  const second = await dataDirectory(join(dir.path, "second"), "Second");
  mkdirSync(join(second, "runs"));
  writeFileSync(join(second, "runs", "x.jsonl"), "kept");
  writeFileSync(join(second, "token"), "mine", { mode: 0o600 });
  const file = join(dir.path, "b.tar.gz");
  await malamar(["backup", file, "--data-dir", first]);

  const { stdout, code } = await malamar(["restore", file, "--data-dir", second]);
  expect(code).toBe(0);
  expect(titlesIn(second)).toContain("First");
  expect(titlesIn(second)).not.toContain("Second");
  const [, stamp] = /malamar\.db\.before-restore-(\S+)\./.exec(stdout)!;
  const aside = new Database(join(second, `malamar.db.before-restore-${stamp}`));
  expect(aside.query("SELECT title FROM workspaces").all()).toContainEqual({ title: "Second" });
  aside.close();
  expect(readFileSync(join(second, `runs.before-restore-${stamp}`, "x.jsonl"), "utf8")).toBe(
    "kept",
  );
  expect(readFileSync(join(second, "token"), "utf8")).toBe("mine");

  // Once more: nothing that was put aside before is lost.
  const again = await malamar(["restore", file, "--data-dir", second]);
  expect(again.code).toBe(0);
  const kept = readdirSync(second).filter((name) => name.startsWith("malamar.db.before-restore-"));
  expect(kept.filter((name) => !/-(wal|shm)$/.test(name))).toHaveLength(2);
});

test("a database that a crash left is put aside with its last changes", async () => {
  using dir = tempDir();
  const crashed = join(dir.path, "crashed");
  const file = join(dir.path, "b.tar.gz");
  {
    await using app = await createTestApp();
    await malamar(["backup", file, "--data-dir", app.dataDir]);
    await app.createWorkspace({ title: "Only in the log of changes" });
    // As a crash leaves it: the server still has it open.
    cpSync(app.dataDir, crashed, { recursive: true });
  }
  const { stdout, code } = await malamar(["restore", file, "--data-dir", crashed]);
  expect(code).toBe(0);
  const [aside] = /malamar\.db\.before-restore-\d+-\d+/.exec(stdout)!;
  const db = new Database(join(crashed, aside));
  expect(db.query("SELECT title FROM workspaces").all()).toContainEqual({
    title: "Only in the log of changes",
  });
  db.close();
});

test("a backup of an older Malamar is brought up to date by the next start", async () => {
  using dir = tempDir();
  const old = join(dir.path, "old");
  mkdirSync(old);
  openDatabase(join(old, "malamar.db"), MIGRATIONS.slice(0, 1)).close();
  const file = join(dir.path, "b.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", old])).code).toBe(0);
  const dataDir = join(dir.path, "data");
  expect((await malamar(["restore", file, "--data-dir", dataDir])).code).toBe(0);
  const app = await createTestApp({ dataDir });
  await app.createWorkspace({ title: "Works" });
  await app.stop();
  expect(titlesIn(dataDir)).toEqual(["Works"]);
});

test("runs that were under way in a backup are lost, and no process is ended for their numbers", async () => {
  using dir = tempDir();
  const innocent = Bun.spawn(["sleep", "1000"]);
  const wait = gate();
  const file = join(dir.path, "b.tar.gz");
  let task: Task;
  {
    await using app = await createLoopApp({ team: { Planner: heldAt(wait, skip) } });
    task = await app.createTask();
    await wait.reached;
    app.db.run("UPDATE runs SET pid = ?, process_started_at = ?", [
      innocent.pid,
      new Date().toISOString(),
    ]);
    expect((await malamar(["backup", file, "--data-dir", app.dataDir])).code).toBe(0);
    wait.open();
    await app.runner.drain();
  }
  const dataDir = join(dir.path, "data");
  expect((await malamar(["restore", file, "--data-dir", dataDir])).code).toBe(0);
  {
    await using app = await createLoopApp({ dataDir });
    const runs = await app.get<Run[]>(`/api/tasks/${task.id}/runs`);
    expect(runs[0]).toMatchObject({ status: "lost", pid: innocent.pid });
    const [event] = (
      await app.get<{ type: string }[]>(`/api/runs/${runs[0]!.id}/transcript`)
    ).slice(-1);
    expect(event?.type).toBe("finished");
    expect(isAlive(innocent.pid)).toBe(true);
    await app.runner.drain();
  }
  innocent.kill();
  await innocent.exited;
});

test("the first start after a restore looks for what an earlier life left running", async () => {
  using dir = tempDir();
  const dataDir = await dataDirectory(join(dir.path, "data"), "Mine");
  const file = join(dir.path, "b.tar.gz");
  await malamar(["backup", file, "--data-dir", dataDir]);
  await malamar(["restore", file, "--data-dir", dataDir]);
  // The same sign that a crash leaves.
  expect(existsSync(join(dataDir, "malamar.db-wal"))).toBe(true);
});

test("a start completes a restore that was cut off in the middle", async () => {
  using dir = tempDir();
  const dataDir = await dataDirectory(join(dir.path, "data"), "Old");
  const other = await dataDirectory(join(dir.path, "other"), "New");
  const ready = join(dataDir, "restore-20260101-000000000.ready");
  mkdirSync(join(ready, "runs"), { recursive: true });
  cpSync(join(other, "malamar.db"), join(ready, "malamar.db"));
  await (await createTestApp({ dataDir })).stop();
  expect(titlesIn(dataDir)).toContain("New");
  expect(titlesIn(dataDir)).not.toContain("Old");
  expect(existsSync(join(dataDir, "malamar.db.before-restore-20260101-000000000"))).toBe(true);
});

/** A good backup, as its files and as its bytes. */
async function goodBackup(dir: string): Promise<{ bytes: Buffer; files: PackedFile[] }> {
  const dataDir = await dataDirectory(join(dir, "source"), "From the backup");
  const file = join(dir, "good.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", dataDir])).code).toBe(0);
  const files = [...(await unpacked(file))].map(([name, content]) => ({ name, content }));
  return { bytes: readFileSync(file), files };
}

const manifest = (changes: object, { content }: PackedFile): PackedFile => ({
  name: "malamar-backup.json",
  content: Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), ...changes })),
});

const evil = Buffer.from("evil");

test("a file that is no whole backup of ours is refused, and nothing is changed", async () => {
  using dir = tempDir();
  const { bytes, files } = await goodBackup(dir.path);
  const [about, database] = files as [PackedFile, PackedFile];
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)]! ^= 0xff;
  const wrongSum = Buffer.from(bytes);
  wrongSum[bytes.length - 6]! ^= 0xff;
  const withEntry = (name: string, kind?: string) =>
    pack([about, database, { name, content: evil, ...(kind && { kind }) }]);
  const tornDatabase = Buffer.from(database.content);
  tornDatabase.fill(0x55, 4096, 40_000);
  const newerDatabase = join(dir.path, "newer.db");
  writeFileSync(newerDatabase, database.content);
  const newer = new Database(newerDatabase);
  newer.run("INSERT INTO _migrations VALUES (9999, '')");
  newer.close();

  const cases: [what: string, bytes: Buffer, message: string][] = [
    ["an empty file", Buffer.alloc(0), "is not a backup of Malamar, or it is damaged"],
    ["some text", Buffer.from("hello"), "is not a backup of Malamar, or it is damaged"],
    ["a zip of text", gzipSync("hello ".repeat(1000)), "is not a backup of Malamar"],
    ["another archive", pack([{ name: "a.txt", content: evil }]), "it does not begin as one"],
    ["half of it", bytes.subarray(0, bytes.length / 2), "is not a backup of Malamar"],
    ["all but the end", bytes.subarray(0, -4), "is not a backup of Malamar"],
    ["a flipped bit", flipped, "is not a backup of Malamar"],
    ["a wrong checksum", wrongSum, "is not a backup of Malamar"],
    ["nothing but the manifest", pack([about]), "there is no database in it"],
    [
      "a manifest of its own",
      pack([manifest({ format: "x" }, about), database]),
      "is not a backup",
    ],
    ["a newer form", pack([manifest({ version: 2 }, about), database]), "by a newer Malamar"],
    ["a newer schema", pack([manifest({ schema: 999 }, about), database]), "by a newer Malamar"],
    [
      "a newer database than it says",
      pack([about, { name: "malamar.db", content: readFileSync(newerDatabase) }]),
      "cannot be used: it is from a newer Malamar",
    ],
    [
      "a torn database",
      pack([about, { name: "malamar.db", content: tornDatabase }]),
      "cannot be used: ",
    ],
    ["no database", pack([about, { name: "malamar.db", content: evil }]), "cannot be used: "],
    ["a path upwards", withEntry("../evil"), '"../evil" has no place in one'],
    ["a hidden path upwards", withEntry("runs/../../evil.jsonl"), "has no place in one"],
    ["an absolute path", withEntry(join(dir.path, "evil")), "has no place in one"],
    ["another file of ours", withEntry("token"), '"token" has no place in one'],
    ["a backslash", withEntry("runs/..\\evil.jsonl"), "has no place in one"],
    ["a symbolic link", withEntry("runs/a.jsonl", "2"), "has no place in one"],
    ["a hard link", withEntry("runs/a.jsonl", "1"), "has no place in one"],
    ["a device", withEntry("runs/a.jsonl", "3"), "has no place in one"],
    ["a folder", withEntry("runs/a.jsonl", "5"), "has no place in one"],
    ["a second database", pack([about, database, database]), '"malamar.db" has no place in one'],
    ["a second manifest", pack([about, database, about]), "has no place in one"],
  ];
  const dataDir = await dataDirectory(join(dir.path, "data"), "Precious");
  const before = stateOf(dataDir);
  const outside = readdirSync(dir.path);
  for (const [what, content, message] of cases) {
    const file = join(dir.path, "case.tar.gz");
    writeFileSync(file, content);
    const { stderr, code } = await malamar(["restore", file, "--data-dir", dataDir]);
    expect({ what, code, stderr }).toEqual({
      what,
      code: 1,
      stderr: expect.stringContaining(message),
    });
    expect(stderr).toContain("Nothing was changed.");
    expect({ what, state: stateOf(dataDir) }).toEqual({ what, state: before });
    expect(readdirSync(dir.path).filter((name) => name !== "case.tar.gz")).toEqual(outside);
  }
  expect(
    (await malamar(["restore", join(dir.path, "none"), "--data-dir", dataDir])).stderr,
  ).toContain("There is no file");
}, 120_000);
