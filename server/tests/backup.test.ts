import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { until } from "#testing/live-processes.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { malamar, startMalamar } from "#testing/run-malamar.ts";
import { says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { rowsOf, unpacked, dataDirectory } from "#testing/backup-files.ts";

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

test("a backup next to a running server contains the database, the inputs and the transcripts, and restores them", async () => {
  using dir = tempDir();
  await using app = await createLoopApp({ team: { Planner: says("Done"), Reviewer: skip } });
  await app.createTask();
  await app.taskWorkers.drain();
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

  const runFiles = readdirSync(join(app.dataDir, "runs")).filter((n) => n !== "notes.txt");
  const transcripts = runFiles.filter((n) => n.endsWith(".jsonl"));
  expect(transcripts.length).toBeGreaterThan(1);
  expect(runFiles.filter((n) => n.endsWith(".input.md"))).toHaveLength(transcripts.length);
  expect(stdout).toContain(`the inputs and transcripts of ${transcripts.length} runs`);
  const files = await unpacked(file);
  expect([...files.keys()].toSorted()).toEqual(
    ["malamar-backup.json", "malamar.db", ...runFiles.map((n) => `runs/${n}`)].toSorted(),
  );

  const restored = join(dir.path, "restored");
  const restore = await malamar(["restore", file, "--trust", "--data-dir", restored]);
  expect({ stderr: restore.stderr, code: restore.code }).toEqual({ stderr: "", code: 0 });
  expect(rowsOf(join(restored, "malamar.db"))).toEqual(rowsOf(join(app.dataDir, "malamar.db")));
  for (const name of runFiles) {
    expect(readFileSync(join(restored, "runs", name))).toEqual(
      readFileSync(join(app.dataDir, "runs", name)),
    );
  }
  expect(existsSync(join(restored, "token"))).toBe(false);
  expect(statSync(join(restored, "malamar.db")).mode & 0o777).toBe(0o600);
  expect(statSync(restored).mode & 0o777).toBe(0o700);
});

test("a backup includes what setup commands printed, and nothing else of those", async () => {
  using dir = tempDir();
  await using app = await createTestApp();
  app.db.run(
    `INSERT INTO check_runs (id, workspace_id, task_id, kind, command, attempt, status, started_at)
     VALUES ('known', 'x', 'x', 'setup', 'true', 1, 'passed', 'x')`,
  );
  mkdirSync(join(app.dataDir, "checks"));
  for (const name of ["known.log", "stray.log"]) {
    writeFileSync(join(app.dataDir, "checks", name), name);
  }
  const file = join(dir.path, "backup.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", app.dataDir])).code).toBe(0);
  const restored = join(dir.path, "restored");
  await malamar(["restore", file, "--trust", "--data-dir", restored]);
  expect(readdirSync(join(restored, "checks"))).toEqual(["known.log"]);
  expect(readFileSync(join(restored, "checks/known.log"), "utf8")).toBe("known.log");
});

test("a backup includes the transcript of a run that has not written anything yet", async () => {
  using dir = tempDir();
  await using app = await createLoopApp({ team: { Planner: skip } });
  await app.createTask();
  await app.taskWorkers.drain();
  const runs = join(app.dataDir, "runs");
  const name = readdirSync(runs)[0]!;
  writeFileSync(join(runs, name), "");
  const file = join(dir.path, "mine.tar.gz");
  const { stderr, code } = await malamar(["backup", file, "--data-dir", app.dataDir]);
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  expect((await unpacked(file)).get(`runs/${name}`)?.length).toBe(0);
});

test("a backup never replaces a file, and in a directory gets the usual name", async () => {
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
async function fill(app: TestApp, megabytes: number): Promise<void> {
  const { id } = await app.createWorkspace();
  const task = app.taskService.create(USER, id, { summary: "Long" });
  app.db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO task_logs (id, task_id, workspace_id, event_type, actor_type, metadata, created_at)
     SELECT 'log ' || i, ?, ?, 'x', 'user', hex(randomblob(5000)), '' FROM n`,
    [megabytes * 100, task.id, id],
  );
}

test("the server keeps writing while a large database is copied, and the copy is of one moment", async () => {
  using dir = tempDir();
  await using app = await createTestApp();
  await fill(app, 60);
  app.db.run("UPDATE workspaces SET max_passes = 1, retention_days = 1");
  const file = join(dir.path, "b.tar.gz");
  const backup = startMalamar(["backup", file, "--data-dir", app.dataDir]);
  const copy = () => readdirSync(dir.path).find((name) => name.endsWith(".part-db"));
  await until(() => copy() !== undefined || backup.exitCode !== null);
  let writesDuringCopy = 0;
  while (copy()) {
    // One request of the API and one transaction that changes two places.
    expect((await app.call("POST", "/api/workspaces", { body: { title: "W" } })).status).toBe(201);
    app.db.transaction(() => {
      app.db.run("UPDATE workspaces SET max_passes = max_passes + 1 WHERE title = 'Website'");
      app.db.run(
        "UPDATE workspaces SET retention_days = retention_days + 1 WHERE title = 'Website'",
      );
    })();
    writesDuringCopy++;
    await new Promise(setImmediate);
  }
  expect(await backup.exited).toBe(0);
  expect(writesDuringCopy).toBeGreaterThan(10);
  const restored = join(dir.path, "restored");
  expect((await malamar(["restore", file, "--data-dir", restored])).code).toBe(0);
  const db = new Database(join(restored, "malamar.db"), { readonly: true });
  const { a, b } = db
    .query<{ a: number; b: number }, []>(
      "SELECT max_passes AS a, retention_days AS b FROM workspaces WHERE title = 'Website'",
    )
    .get()!;
  db.close();
  expect(a).toBe(b);
  expect(a).toBeLessThan(writesDuringCopy);
}, 60_000);

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "a backup that is ended by %s leaves nothing that looks like one",
  async (signal) => {
    using dir = tempDir();
    await using app = await createTestApp();
    await fill(app, 50);
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
