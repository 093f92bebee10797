import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { DAY_MS, later } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import { gate, type LoopApp } from "#testing/loop-app.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { heldAt, says, skip, type Part } from "#testing/scripted-team.ts";
import {
  HOUR_MS,
  createCleanedApp,
  doneTask,
  taskIds,
  workspacePath,
} from "#testing/cleanup-app.ts";

/** The queue items of both tables, by name. */
function itemsIn(app: LoopApp): string[] {
  return app.db
    .query<{ id: string }, []>(
      "SELECT id FROM task_queue UNION ALL SELECT id FROM chat_queue ORDER BY id",
    )
    .all()
    .map(({ id }) => id);
}

/** Items of a task and of a chat in each status, last updated at that time. */
function addItems(app: LoopApp, task: Task, name: string, at: string): void {
  const add = rowsIn(app.db);
  const { id: task_id, workspace_id } = task;
  const chat_id = add.chat({ workspace_id }).id;
  for (const status of ["completed", "failed", "in_progress"] as const) {
    const item = { workspace_id, status, created_at: at, updated_at: at };
    add.taskQueueItem({ ...item, id: `${name} task ${status}`, task_id });
    add.chatQueueItem({ ...item, id: `${name} chat ${status}`, chat_id });
  }
}

test("queue items that ended more than seven days ago are deleted, to the millisecond", async () => {
  await using app = await createCleanedApp();
  const task = await doneTask(app);
  app.db.run("DELETE FROM task_queue");
  const now = app.time.clock();
  addItems(app, task, "old", later(now, -7 * DAY_MS - 1));
  addItems(app, task, "week", later(now, -7 * DAY_MS));
  await app.cleanUp();
  expect(itemsIn(app)).toEqual([
    // Active for a week, which is not for the cleanup to judge.
    "old chat in_progress",
    "old task in_progress",
    "week chat completed",
    "week chat failed",
    "week chat in_progress",
    "week task completed",
    "week task failed",
    "week task in_progress",
  ]);
});

test("a Done task is deleted after its workspace's retention", async () => {
  await using app = await createCleanedApp({ workspace: { retention_days: 3 } });
  const task = await doneTask(app);
  await app.comment(task.id, "Well done");
  const [run] = await app.runs(task.id);
  const files = [`${run!.id}.input.md`, `${run!.id}.jsonl`];
  expect(readdirSync(join(app.dataDir, "runs")).toSorted()).toEqual(files);

  app.time.advance(3 * DAY_MS);
  await app.cleanUp();
  expect(await taskIds(app)).toEqual([task.id]);
  app.time.advance(1);
  await app.cleanUp();
  expect(await taskIds(app)).toEqual([]);
  expect(readdirSync(join(app.dataDir, "runs"))).toEqual([]);
  for (const table of ["task_comments", "task_logs", "task_queue", "runs"]) {
    expect(app.db.query(`SELECT * FROM ${table}`).all()).toEqual([]);
  }
  expect(app.published.at(-1)).toEqual({
    type: "task.deleted",
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
    status: "done",
  });
});

test("a cleanup does not count as activity: the workspace keeps its place in the list", async () => {
  await using app = await createCleanedApp();
  const before = await doneTask(app).then(() => app.get<Workspace>(workspacePath(app)));
  app.time.advance(8 * DAY_MS);
  await app.cleanUp();
  const after = await app.get<Workspace>(workspacePath(app));
  expect(await taskIds(app)).toEqual([]);
  expect(after.last_activity_at).toBe(before.last_activity_at);
});

test.each([
  ["0 days of retention", { retention_days: 0 }],
  ["cleanup switched off", { auto_delete_done_tasks: false }],
  ["more days than there are", { retention_days: Number.MAX_SAFE_INTEGER }],
])("%s: a Done task stays forever", async (_what, workspace) => {
  await using app = await createCleanedApp({ workspace });
  const task = await doneTask(app);
  app.time.advance(10_000 * DAY_MS);
  await app.cleanUp();
  expect(await taskIds(app)).toEqual([task.id]);
});

test("only Done tasks are deleted, however old the others are", async () => {
  const wait = gate();
  await using app = await createCleanedApp({
    team: { Planner: (turn) => (turn.visit === 2 ? heldAt(wait, skip)(turn) : skip(turn)) },
  });
  const inReview = await app.createTask();
  await app.taskWorkers.drain();
  const inProgress = await app.createTask();
  await wait.reached;
  const todo = await app.createTask();
  app.time.advance(365 * DAY_MS);
  await app.cleanUp();
  expect(new Set(await taskIds(app))).toEqual(new Set([inReview.id, inProgress.id, todo.id]));
  wait.open();
  await app.taskWorkers.drain();
});

test("a changed retention applies from the next cleanup", async () => {
  await using app = await createCleanedApp({ workspace: { retention_days: 30 } });
  const task = await doneTask(app);
  await app.cleanUp();
  await app.pass(5 * DAY_MS);
  expect(await taskIds(app)).toEqual([task.id]);
  await app.call("PUT", workspacePath(app), { body: { retention_days: 2 } });
  await app.pass(DAY_MS - HOUR_MS);
  expect(await taskIds(app)).toEqual([task.id]);
  await app.pass(HOUR_MS);
  expect(await taskIds(app)).toEqual([]);
});

test("thousands of queue items are deleted in slices", async () => {
  await using app = await createCleanedApp();
  const task = await doneTask(app);
  app.db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO task_queue (id, task_id, workspace_id, status, created_at, updated_at)
     SELECT 'item ' || i, ?, ?, 'completed', ?, ? FROM n`,
    [task.id, task.workspace_id, app.time.clock(), app.time.clock()],
  );
  app.time.advance(7 * DAY_MS + 1);
  await app.call("PUT", workspacePath(app), { body: { retention_days: 0 } });
  await app.cleanUp();
  expect(itemsIn(app)).toEqual([]);
});

test("deleting old queue items changes no order: the task worked on last is still next", async () => {
  const wait = gate();
  const planner: Part = async (turn) => {
    if (turn.summary.includes("Blocker")) await wait.pass();
    return skip(turn);
  };
  await using app = await createCleanedApp({ team: { Planner: planner } });
  const worked = await app.createTask({ summary: "Worked before" });
  await app.taskWorkers.drain();
  app.time.advance(8 * DAY_MS);
  await app.createTask({ summary: "Blocker" });
  await wait.reached;
  await app.comment(worked.id, "Once more");
  app.time.advance(1);
  await app.createTask({ summary: "Newer" });
  await app.cleanUp();
  expect(app.queueOf(worked.id)).toEqual(["queued"]);
  wait.open();
  await app.taskWorkers.drain();
  const worksOn = app.published.flatMap((event) =>
    event.type === "agent.execution_started" ? event.task_summary : [],
  );
  expect(worksOn).toEqual(["Worked before", "Blocker", "Worked before", "Newer"]);
});

test("transcripts without a run are removed, but none that belongs to someone or may do so", async () => {
  await using app = await createCleanedApp({ team: { Planner: says("Done") } });
  const { since } = app.db
    .query<{ since: string }, []>("SELECT min(applied_at) AS since FROM _migrations")
    .get()!;
  const dir = join(app.dataDir, "runs");
  mkdirSync(dir, { recursive: true });
  const task = await app.createTask();
  await app.move(task.id, "in_review");
  await app.taskWorkers.drain();
  const runs = await app.get<Run[]>(`/api/tasks/${task.id}/runs`);
  const strayRun = newId<RunId>();
  const stray = `${strayRun}.jsonl`;
  const strayInput = `${strayRun}.input.md`;
  const foreign = `${newId<RunId>()}.jsonl`;
  const recent = `${newId<RunId>()}.jsonl`;
  for (const name of [stray, strayInput, foreign, recent, "notes.txt", "..jsonl", "..input.md"]) {
    writeFileSync(join(dir, name), "");
  }
  mkdirSync(join(dir, "folder.jsonl"));
  const at = (name: string, time: string) =>
    utimesSync(join(dir, name), new Date(time), new Date(time));
  for (const name of readdirSync(dir)) at(name, later(since, 1000));
  at(foreign, later(since, -1000));
  app.time.advance(Date.parse(since) - Date.parse(app.time.clock()) + 8 * DAY_MS);
  at(recent, later(app.time.clock(), -DAY_MS));
  await app.call("PUT", workspacePath(app), { body: { retention_days: 0 } });
  await app.cleanUp();
  const kept = runs.flatMap(({ id }) => [`${id}.jsonl`, `${id}.input.md`]);
  expect(kept.length).toBeGreaterThan(0);
  expect(readdirSync(dir).toSorted()).toEqual(
    [...kept, foreign, recent, "notes.txt", "..jsonl", "..input.md", "folder.jsonl"].toSorted(),
  );
});

test("the transcript of an active run stays, however long it is silent", async () => {
  const wait = gate();
  await using app = await createCleanedApp({ team: { Planner: heldAt(wait, skip) } });
  const { since } = app.db
    .query<{ since: string }, []>("SELECT min(applied_at) AS since FROM _migrations")
    .get()!;
  const task = await app.createTask();
  await wait.reached;
  const [run] = await app.runs(task.id);
  app.time.advance(Date.parse(since) - Date.parse(app.time.clock()) + 30 * DAY_MS);
  await app.cleanUp();
  expect(existsSync(join(app.dataDir, "runs", `${run!.id}.jsonl`))).toBe(true);
  wait.open();
  await app.taskWorkers.drain();
});
