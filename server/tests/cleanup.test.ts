import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task, TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { DAY_MS, later } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { endsItsOwnWay, heldAt, says, skip, type Part } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const HOUR_MS = DAY_MS / 24;

/** The application in virtual time, with the cleanup in the hands of the test. */
async function createCleanedApp({ config, ...options }: Parameters<typeof createLoopApp>[0] = {}) {
  const time = virtualTime();
  const app = await createLoopApp({
    clock: time.clock,
    timers: time.timers,
    // A look at the queue every second would be two million of them in a virtual month.
    config: { "runner-poll-interval": 60_000_000, ...config },
    team: { Planner: skip },
    ...options,
  });
  let stop = async () => {};

  return {
    ...app,
    time,
    /** Cleans up as at a start. */
    async cleanUp(): Promise<void> {
      await stop();
      stop = app.cleanup.start();
      await app.cleanup.drain();
    },
    /** Lets time pass and whatever falls due be cleaned up, hour by hour. */
    async pass(ms: number): Promise<void> {
      for (let rest = ms; rest > 0; rest -= HOUR_MS) {
        time.advance(Math.min(rest, HOUR_MS));
        await app.cleanup.drain();
      }
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function doneTask(app: LoopApp, workspace?: Workspace): Promise<Task> {
  const task = await app.createTask({}, workspace);
  await app.runner.drain();
  return (await app.move(task.id, "done")).body;
}

async function taskIds(app: LoopApp): Promise<string[]> {
  return (await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`)).map(
    ({ id }) => id,
  );
}

/** The queue items of both tables, by name. */
function itemsIn(app: LoopApp): string[] {
  return app.db
    .query<{ id: string }, []>(
      "SELECT id FROM task_queue UNION ALL SELECT id FROM chat_queue ORDER BY id",
    )
    .all()
    .map(({ id }) => id);
}

/** Items of a task and of a chat in each status, last touched at that time. */
function addItems(app: LoopApp, task: Task, name: string, at: string): void {
  const chat = newId();
  app.db.run("INSERT INTO chats (id, workspace_id, created_at, updated_at) VALUES (?, ?, ?, ?)", [
    chat,
    task.workspace_id,
    at,
    at,
  ]);
  for (const status of ["completed", "failed", "in_progress"]) {
    for (const [kind, owner] of [
      ["task", task.id],
      ["chat", chat],
    ] as const) {
      app.db.run(
        `INSERT INTO ${kind}_queue (id, ${kind}_id, workspace_id, status, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
        [`${name} ${kind} ${status}`, owner, task.workspace_id, status, at, at],
      );
    }
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
    // Under way for a week, and not ours to judge.
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

test("a Done task goes when it has been Done for longer than its workspace keeps it", async () => {
  await using app = await createCleanedApp({ workspace: { retention_days: 3 } });
  const task = await doneTask(app);
  await app.comment(task.id, "Well done");
  const [run] = await app.runs(task.id);
  const transcript = join(app.dataDir, "runs", `${run!.id}.jsonl`);
  expect(existsSync(transcript)).toBe(true);

  app.time.advance(3 * DAY_MS);
  await app.cleanUp();
  expect(await taskIds(app)).toEqual([task.id]);
  app.time.advance(1);
  await app.cleanUp();
  expect(await taskIds(app)).toEqual([]);
  expect(existsSync(transcript)).toBe(false);
  for (const table of ["task_comments", "task_logs", "task_queue", "runs"]) {
    expect(app.db.query(`SELECT * FROM ${table}`).all()).toEqual([]);
  }
  expect(app.published.at(-1)).toEqual({
    type: "task.deleted",
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
  });
});

test("a cleanup is nobody's activity: the workspace stays where it is in the list", async () => {
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
])("%s: a Done task stays for ever", async (_what, workspace) => {
  await using app = await createCleanedApp({ workspace });
  const task = await doneTask(app);
  app.time.advance(10_000 * DAY_MS);
  await app.cleanUp();
  expect(await taskIds(app)).toEqual([task.id]);
});

test("only Done tasks go, however old the others are", async () => {
  const wait = gate();
  await using app = await createCleanedApp({
    team: { Planner: (turn) => (turn.visit === 2 ? heldAt(wait, skip)(turn) : skip(turn)) },
  });
  const inReview = await app.createTask();
  await app.runner.drain();
  const inProgress = await app.createTask();
  await wait.reached;
  const todo = await app.createTask();
  app.time.advance(365 * DAY_MS);
  await app.cleanUp();
  expect(new Set(await taskIds(app))).toEqual(new Set([inReview.id, inProgress.id, todo.id]));
  wait.open();
  await app.runner.drain();
});

test("a changed retention counts from the next cleanup on", async () => {
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

test("it is repeated every day: over a month each task goes on its eighth day", async () => {
  await using app = await createCleanedApp({ workspace: { retention_days: 7 } });
  await app.cleanUp();
  const gone: string[] = [];
  app.bus.subscribe(({ event }) => {
    if (event.type === "task.deleted") {
      gone.push(`${event.task_summary} on day ${app.time.elapsed() / DAY_MS}`);
    }
  });
  for (let day = 0; day < 30; day++) {
    if (day % 5 === 0) {
      const task = await app.createTask({ summary: `Day ${day}` });
      await app.runner.drain();
      await app.move(task.id, "done");
    }
    await app.pass(DAY_MS);
  }
  expect(gone).toEqual([
    "Day 0 on day 8",
    "Day 5 on day 13",
    "Day 10 on day 18",
    "Day 15 on day 23",
    "Day 20 on day 28",
  ]);
});

test("hundreds of tasks are deleted while others have their turn in between", async () => {
  await using app = await createCleanedApp({ team: {} });
  for (let n = 0; n < 300; n++) await app.createTask({ summary: `Task ${n}` });
  await app.runner.drain();
  app.db.run("UPDATE tasks SET status = 'done', done_at = ?", [app.time.clock()]);
  app.time.advance(8 * DAY_MS);
  const left: number[] = [];
  const count = app.db.prepare<{ n: number }, []>("SELECT count(*) AS n FROM tasks");
  let isOver = false;
  const look = () => {
    if (isOver) return;
    left.push(count.get()!.n);
    setImmediate(look);
  };
  look();
  await app.cleanUp();
  isOver = true;
  expect(await taskIds(app)).toEqual([]);
  expect(new Set(left).size).toBeGreaterThan(100);
  expect(app.published.filter(({ type }) => type === "task.deleted")).toHaveLength(300);
});

test("thousands of queue items go in slices", async () => {
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

test("old queue items change no order when they go: the task worked last is still next", async () => {
  const wait = gate();
  const planner: Part = async (turn) => {
    if (turn.input.includes("Blocker")) await wait.pass();
    return skip(turn);
  };
  await using app = await createCleanedApp({ team: { Planner: planner } });
  const worked = await app.createTask({ summary: "Worked before" });
  await app.runner.drain();
  app.time.advance(8 * DAY_MS);
  await app.createTask({ summary: "Blocker" });
  await wait.reached;
  await app.comment(worked.id, "Once more");
  app.time.advance(1);
  await app.createTask({ summary: "Newer" });
  await app.cleanUp();
  expect(app.queueOf(worked.id)).toEqual(["queued"]);
  wait.open();
  await app.runner.drain();
  const worksOn = app.published.flatMap((event) =>
    event.type === "agent.execution_started" ? event.task_summary : [],
  );
  expect(worksOn).toEqual(["Worked before", "Blocker", "Worked before", "Newer"]);
});

test("a task that cannot be deleted is logged, keeps no other one, and is tried the next day", async () => {
  await using app = await createCleanedApp();
  const [first, broken, last] = [await doneTask(app), await doneTask(app), await doneTask(app)];
  app.db.run(
    `CREATE TRIGGER broken BEFORE DELETE ON tasks WHEN old.id = '${broken.id}'
     BEGIN SELECT raise(ABORT, 'this row is broken'); END`,
  );
  app.time.advance(8 * DAY_MS);
  await app.cleanUp();
  expect(await taskIds(app)).toEqual([broken.id]);
  expect(app.logLines.join("\n")).toContain("this row is broken");
  expect(app.published.filter(({ type }) => type === "task.deleted")).toMatchObject([
    { task_id: first.id },
    { task_id: last.id },
  ]);
  app.db.run("DROP TRIGGER broken");
  await app.pass(DAY_MS);
  expect(await taskIds(app)).toEqual([]);
});

test("a Done task whose agent has not ended yet is deleted when it has", async () => {
  const ending = gate();
  await using app = await createCleanedApp({
    // Only the cleanup ends it.
    workspace: { idle_timeout_minutes: 0 },
    engines: endsItsOwnWay(async () => {
      await ending.pass();
      return { kind: "aborted" };
    }),
  });
  const task = await app.createTask();
  await started(app);
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  app.time.advance(8 * DAY_MS);
  const cleaned = app.cleanUp();
  await ending.reached;
  expect(await taskIds(app)).toEqual([task.id]);
  ending.open();
  await cleaned;
  expect(await taskIds(app)).toEqual([]);
  await app.runner.drain();
});

test.each<[what: string, act: (app: LoopApp, id: string) => Promise<unknown>]>([
  ["takes out of Done", (app, id) => app.move(id, "todo")],
  [
    "decides to keep longer",
    (app) => app.call("PUT", workspacePath(app), { body: { retention_days: 30 } }),
  ],
])("a task that somebody %s meanwhile stays, whole", async (_what, act) => {
  const ending = gate();
  await using app = await createCleanedApp({
    // Only the cleanup ends it.
    workspace: { idle_timeout_minutes: 0 },
    engines: endsItsOwnWay(async () => {
      await ending.pass();
      return { kind: "aborted" };
    }),
  });
  const task = await app.createTask();
  await started(app);
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  app.time.advance(8 * DAY_MS);
  const cleaned = app.cleanUp();
  await ending.reached;
  await act(app, task.id);
  ending.open();
  await cleaned;
  expect(await taskIds(app)).toEqual([task.id]);
  expect((await app.runs(task.id)).length).toBeGreaterThan(0);
});

test("a task that went back to its team before its turn to be deleted keeps its agent", async () => {
  await using app = await createCleanedApp();
  const first = await doneTask(app);
  const back = await doneTask(app);
  app.time.advance(8 * DAY_MS);
  // Between the list of what is expired and the turn of the second one.
  app.bus.subscribe(({ event }) => {
    if (event.type === "task.deleted" && event.task_id === first.id) void app.move(back.id, "todo");
  });
  await app.cleanUp();
  await app.runner.drain();
  expect(await taskIds(app)).toEqual([back.id]);
  expect((await app.runs(back.id)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
});

test("a clock that was put back deletes nothing too early, and does not end the cleaning", async () => {
  const time = virtualTime();
  let shift = 0;
  await using app = await createCleanedApp({
    clock: () => later(time.clock(), shift),
    timers: time.timers,
  });
  const task = await doneTask(app);
  await app.cleanUp();
  shift = -100 * DAY_MS;
  const pass = async (days: number) => {
    for (let day = 0; day < days; day++) {
      time.advance(DAY_MS);
      await app.cleanup.drain();
    }
  };
  await pass(106);
  expect(await taskIds(app)).toEqual([task.id]);
  await pass(2);
  expect(await taskIds(app)).toEqual([]);
});

test("a laptop that slept for days is cleaned up within an hour of work", async () => {
  const time = virtualTime();
  let slept = 0;
  await using app = await createCleanedApp({
    clock: () => later(time.clock(), slept),
    timers: time.timers,
  });
  const task = await doneTask(app);
  await app.cleanUp();
  time.advance(10 * 60_000);
  // Timers stand still while the machine sleeps.
  slept = 9 * DAY_MS;
  expect(await taskIds(app)).toEqual([task.id]);
  time.advance(HOUR_MS);
  await app.cleanup.drain();
  expect(await taskIds(app)).toEqual([]);
});

test("a stop in the middle of a cleanup waits for the step it is at, and no more", async () => {
  await using app = await createCleanedApp({ team: {} });
  for (let n = 0; n < 50; n++) await app.createTask();
  await app.runner.drain();
  app.db.run("UPDATE tasks SET status = 'done', done_at = ?", [app.time.clock()]);
  app.time.advance(8 * DAY_MS);
  const stop = app.cleanup.start();
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  app.bus.subscribe(({ event }) => event.type === "task.deleted" && resolve());
  await begun;
  await stop();
  const left = await taskIds(app);
  expect(left.length).toBeGreaterThan(40);
  expect(app.logLines.filter((line) => line.includes("ERROR"))).toEqual([]);
});

test("transcripts without a run are removed, and none that is or may be somebody's", async () => {
  await using app = await createCleanedApp({ team: { Planner: says("Done") } });
  const { since } = app.db
    .query<{ since: string }, []>("SELECT min(applied_at) AS since FROM _migrations")
    .get()!;
  const dir = join(app.dataDir, "runs");
  mkdirSync(dir, { recursive: true });
  const task = await app.createTask();
  await app.move(task.id, "in_review");
  await app.runner.drain();
  const runs = await app.get<Run[]>(`/api/tasks/${task.id}/runs`);
  const stray = `${newId<RunId>()}.jsonl`;
  const foreign = `${newId<RunId>()}.jsonl`;
  const recent = `${newId<RunId>()}.jsonl`;
  for (const name of [stray, foreign, recent, "notes.txt", "..jsonl"]) {
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
  const kept = runs.map(({ id }) => `${id}.jsonl`);
  expect(kept.length).toBeGreaterThan(0);
  expect(readdirSync(dir).toSorted()).toEqual(
    [...kept, foreign, recent, "notes.txt", "..jsonl", "folder.jsonl"].toSorted(),
  );
});

test("the transcript of a run that is at work stays, however long it is silent", async () => {
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
  await app.runner.drain();
});

test("the server cleans up when it starts", async () => {
  await using app = await createCleanedApp({ config: { port: 0 } });
  await doneTask(app);
  app.time.advance(8 * DAY_MS);
  await app.start();
  await app.cleanup.drain();
  expect(app.db.query("SELECT id FROM tasks").all()).toEqual([]);
  expect(app.db.query("SELECT id FROM workspaces").all()).not.toEqual([]);
});

function workspacePath(app: LoopApp): string {
  return `/api/workspaces/${app.workspace.id}`;
}

/** Resolves when an agent is at work. */
async function started(app: LoopApp): Promise<void> {
  while (!app.published.some(({ type }) => type === "agent.execution_started")) {
    await new Promise(setImmediate);
  }
}
