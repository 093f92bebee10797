import { expect, test } from "bun:test";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "#lib/clock.ts";
import { until } from "#testing/live-processes.ts";
import { createRepositoryApp } from "#testing/repository-app.ts";
import { createRepositoryInTime } from "#testing/repository-in-time.ts";
import { asksForReview, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

const count = (table: string) => `SELECT count(*) AS rows FROM ${table}`;

test("what a setup command printed goes with its task", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: skip },
    workspace: { setup_command: "echo secret" },
  });
  const { id } = await app.worked();
  const folder = join(app.dataDir, "checks");
  expect(readdirSync(folder)).toHaveLength(1);
  await app.call("DELETE", `/api/tasks/${id}`);
  await until(() => readdirSync(folder).length === 0);
  expect(app.db.query(count("check_runs")).get()).toEqual({ rows: 0 });
});

test("files whose owner is gone are removed, and those in use stay", async () => {
  using temp = tempDir();
  await using app = await createRepositoryInTime({
    team: { Builder: asksForReview },
    workspace: { setup_command: "true" },
    config: { "temp-dir": temp.path },
  });
  const { id: task_id, workspace_id } = await app.createTask();
  await app.taskWorkers.drain();
  const { id } = (await app.worktrees()).worktrees[0]!;
  const now = Date.parse(app.time.clock()) / 1000;
  const [checkpoints, checks] = ["checkpoints", "checks"].map((name) => join(app.dataDir, name));
  const plant = (path: string, daysAgo = 0) => {
    writeFileSync(path, "");
    utimesSync(path, now, now - (daysAgo * DAY_MS) / 1000);
  };
  const [used, unused] = ["a", "b"].map((char) => char.repeat(64));
  plant(join(checkpoints!, "gone.index"));
  plant(join(checkpoints!, "gone.index.lock"));
  plant(join(checkpoints!, `${used}.index`), 29);
  plant(join(checkpoints!, `${unused}.index`), 31);
  plant(join(checks!, "gone.log"));
  const [left, inUse] = ["left", "in-use"].map((name) =>
    join(temp.path, `malamar-attributes-${name}`),
  );
  plant(left!, 2);
  plant(inUse!);
  for (let attempt = 2; attempt <= 12; attempt++) {
    app.db.run(
      `INSERT INTO check_runs (id, workspace_id, task_id, kind, command, attempt, status, started_at)
       VALUES ('run-${attempt}', ?, ?, 'setup', 'true', ${attempt}, 'failed', 'x')`,
      [workspace_id, task_id],
    );
    plant(join(checks!, `run-${attempt}.log`));
  }
  await app.cleanUp();
  expect(readdirSync(checkpoints!).toSorted()).toEqual([`${used}.index`, `${id}.index`].toSorted());
  expect([left, inUse].map((path) => existsSync(path!))).toEqual([false, true]);
  const kept = Array.from({ length: 10 }, (_, at) => `run-${at + 3}.log`);
  expect(readdirSync(checks!).toSorted()).toEqual(kept.toSorted());
}, 30_000);

test("a setup whose output cannot be kept has failed, and is recorded so", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: skip },
    workspace: { setup_command: "true" },
  });
  writeFileSync(join(app.dataDir, "checks"), "");
  const { last_error } = await app.worked();
  expect(last_error).toStartWith("CLI could not be started: ");
  const runs = app.db
    .query("SELECT status, finished_at IS NOT NULL AS ended FROM check_runs")
    .all();
  expect(runs).toEqual([{ status: "failed", ended: 1 }]);
});

test("nothing remains of what people viewed in a deleted workspace", async () => {
  await using app = await createRepositoryApp({ team: { Builder: skip } });
  const { id } = await app.worked();
  const mark = "INSERT INTO viewed_files (place_id, path, blob_id) VALUES (?, 'a.txt', 'x')";
  app.db.run(mark, [id]);
  app.db.run(mark, ["another task"]);
  await app.call("DELETE", `/api/workspaces/${app.workspace.id}`);
  expect(app.db.query("SELECT place_id FROM viewed_files").all()).toEqual([
    { place_id: "another task" },
  ]);
});
