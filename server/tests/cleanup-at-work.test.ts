import { expect, test } from "bun:test";
import { DAY_MS } from "#lib/clock.ts";
import { gate, type LoopApp } from "#testing/loop-app.ts";
import { endsItsOwnWay } from "#testing/scripted-team.ts";
import { createCleanedApp, doneTask, taskIds, workspacePath } from "#testing/cleanup-app.ts";

test("hundreds of tasks are deleted while others have their turn in between", async () => {
  await using app = await createCleanedApp({ team: {} });
  for (let n = 0; n < 300; n++) await app.createTask({ summary: `Task ${n}` });
  await app.taskWorkers.drain();
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
}, 30_000);

test("a task that cannot be deleted is logged, holds up no other one, and is retried the next day", async () => {
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

/** A Done task that is being deleted, while its agent is slow to end. */
async function endingApp() {
  const ending = gate();
  const app = await createCleanedApp({
    // Only the cleanup ends it.
    workspace: { idle_timeout_minutes: 0 },
    createEngines: endsItsOwnWay(async () => {
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
  return { ...app, done: task, ending, cleaned };
}

test("a Done task whose agent has not ended yet is deleted when it has", async () => {
  await using app = await endingApp();
  const { done: task, ending, cleaned } = app;
  expect(await taskIds(app)).toEqual([task.id]);
  ending.open();
  await cleaned;
  expect(await taskIds(app)).toEqual([]);
  await app.taskWorkers.drain();
});

test.each<[what: string, act: (app: LoopApp, id: string) => Promise<unknown>]>([
  ["takes out of Done", (app, id) => app.move(id, "todo")],
  [
    "decides to keep longer",
    (app) => app.call("PUT", workspacePath(app), { body: { retention_days: 30 } }),
  ],
])("a task that someone %s meanwhile stays, complete", async (_what, act) => {
  await using app = await endingApp();
  const { done: task, ending, cleaned } = app;
  await act(app, task.id);
  ending.open();
  await cleaned;
  expect(await taskIds(app)).toEqual([task.id]);
  expect((await app.runs(task.id)).length).toBeGreaterThan(0);
});

test("a task that returned to its team before its turn to be deleted keeps its agent", async () => {
  await using app = await createCleanedApp();
  const first = await doneTask(app);
  const back = await doneTask(app);
  app.time.advance(8 * DAY_MS);
  // Between listing the expired tasks and the turn of the second one.
  app.bus.subscribe(({ event }) => {
    if (event.type === "task.deleted" && event.task_id === first.id) void app.move(back.id, "todo");
  });
  await app.cleanUp();
  await app.taskWorkers.drain();
  expect(await taskIds(app)).toEqual([back.id]);
  expect((await app.runs(back.id)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
});

/** Resolves when an agent is running. */
async function started(app: LoopApp): Promise<void> {
  while (!app.published.some(({ type }) => type === "agent.execution_started")) {
    await new Promise(setImmediate);
  }
}
