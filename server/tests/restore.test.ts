import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { sessionRow } from "#domain/session/session-store.ts";
import { newId } from "#lib/id.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { isAlive } from "#testing/live-processes.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { malamar } from "#testing/run-malamar.ts";
import { heldAt, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { dataDirectory, titlesIn } from "#testing/backup-files.ts";

test("a restore is refused while a server runs on the data directory", async () => {
  using dir = tempDir();
  await using app = await createTestApp();
  const file = join(dir.path, "b.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", app.dataDir])).code).toBe(0);
  const before = readdirSync(app.dataDir);
  const { stderr, code } = await malamar(["restore", file, "--data-dir", app.dataDir]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `malamar: Malamar is running on the data directory ${app.dataDir}. Stop it first: a restore replaces everything it works with. Nothing was changed.\n`,
  );
  expect(readdirSync(app.dataDir)).toEqual(before);
});

test("restoring a backup does not restore its logins", async () => {
  using dir = tempDir();
  const data = await dataDirectory(join(dir.path, "data"), "First");
  const db = openDatabase(databasePath(data));
  sessionRow.inserter(db)({
    id: newId(),
    hash: "h",
    made_with: "t",
    user_id: "u",
    device: "",
    created_at: "",
    last_seen_at: "",
  });
  closeDatabase(db);
  const file = join(dir.path, "b.tar.gz");
  await malamar(["backup", file, "--data-dir", data]);
  expect((await malamar(["restore", file, "--data-dir", data])).code).toBe(0);
  using restored = new Database(databasePath(data), { readonly: true });
  expect(restored.query("SELECT count(*) AS n FROM sessions").get()).toEqual({ n: 0 });
});

test("the data before a restore is kept, and its token stays valid", async () => {
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

  // Once more: nothing that was kept before is lost.
  const again = await malamar(["restore", file, "--data-dir", second]);
  expect(again.code).toBe(0);
  const kept = readdirSync(second).filter((name) => name.startsWith("malamar.db.before-restore-"));
  expect(kept.filter((name) => !/-(wal|shm)$/.test(name))).toHaveLength(2);
});

test("a database left by a crash is kept with its last changes", async () => {
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

test("a backup of an older Malamar is updated by the next start", async () => {
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

test("runs that were active in a backup are lost, and no process is ended for their pids", async () => {
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
    await app.taskWorkers.drain();
  }
  const dataDir = join(dir.path, "data");
  expect((await malamar(["restore", file, "--trust", "--data-dir", dataDir])).code).toBe(0);
  {
    await using app = await createLoopApp({ dataDir });
    const runs = await app.get<Run[]>(`/api/tasks/${task.id}/runs`);
    expect(runs[0]).toMatchObject({ status: "lost", pid: innocent.pid });
    const [event] = (
      await app.get<{ type: string }[]>(`/api/runs/${runs[0]!.id}/transcript`)
    ).slice(-1);
    expect(event?.type).toBe("finished");
    expect(isAlive(innocent.pid)).toBe(true);
    await app.taskWorkers.drain();
  }
  innocent.kill();
  await innocent.exited;
});

test("the first start after a restore searches for the previous process's leftovers", async () => {
  using dir = tempDir();
  const dataDir = await dataDirectory(join(dir.path, "data"), "Mine");
  const file = join(dir.path, "b.tar.gz");
  await malamar(["backup", file, "--data-dir", dataDir]);
  await malamar(["restore", file, "--data-dir", dataDir]);
  // The same mark that a crash leaves.
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
