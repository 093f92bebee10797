import { expect, test } from "bun:test";
import { DAY_MS, later } from "#lib/clock.ts";
import { virtualTime } from "#testing/virtual-time.ts";
import { HOUR_MS, createCleanedApp, doneTask, taskIds } from "#testing/cleanup-app.ts";

test("it repeats every day: over a month each task is deleted on its eighth day", async () => {
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
      await app.taskWorkers.drain();
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

test("a clock that was set back deletes nothing too early, and does not stop the cleanup", async () => {
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

test("a laptop that slept for days is cleaned up within an hour of use", async () => {
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

test("a stop in the middle of a cleanup waits for the current step only", async () => {
  await using app = await createCleanedApp({ team: {} });
  for (let n = 0; n < 50; n++) await app.createTask();
  await app.taskWorkers.drain();
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

test("the server cleans up when it starts", async () => {
  await using app = await createCleanedApp({ config: { port: 0 } });
  await doneTask(app);
  app.time.advance(8 * DAY_MS);
  await app.start();
  await app.cleanup.drain();
  expect(app.db.query("SELECT id FROM tasks").all()).toEqual([]);
  expect(app.db.query("SELECT id FROM workspaces").all()).not.toEqual([]);
});
