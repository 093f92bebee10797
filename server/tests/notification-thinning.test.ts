import { expect, test } from "bun:test";
import { createNotifiedApp, startServices } from "#testing/notified-app.ts";
import {
  fails,
  inTurn,
  isNotLoggedIn,
  saysSomethingNew,
  skip,
  type Part,
} from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

test("a task's repeated errors are sent once, then at 10; a restart in between sends none again", async () => {
  await using services = startServices();
  using dir = tempDir();
  const options = { team: { Planner: fails(1, "no credit") }, dataDir: dir.path };
  const time = virtualTime();
  const before = await createNotifiedApp(services, {
    ...options,
    ...time,
    workspace: { max_passes: 12 },
  });
  const task = await before.work();
  expect(before.told()).toHaveLength(1);
  await failUntil(5, before, time, task.id);
  await before[Symbol.asyncDispose]();

  const later = virtualTime(time.clock());
  await using app = await createNotifiedApp(services, { ...options, ...later });
  await failUntil(12, app, later, task.id);
  expect(app.told().filter(({ task: { id } }) => id === task.id)).toMatchObject([
    { event: "task.error", count: 1, task: { status: "in_progress" } },
    { event: "task.error", count: 10, task: { status: "in_progress" } },
    { event: "task.in_review", cause: expect.stringContaining("Stopped after 12 passes") },
  ]);
  expect(app.mails()[1]!["text"]).toContain("Occurred: 10 times\n");
});

async function failUntil(
  failures: number,
  app: Awaited<ReturnType<typeof createNotifiedApp>>,
  time: ReturnType<typeof virtualTime>,
  taskId: string,
): Promise<void> {
  while ((await app.task(taskId)).failure_count < failures) {
    time.advanceToNext();
    await app.settle();
  }
}

test("an error of another kind is sent at once, and so is the same one after a successful pass", async () => {
  await using services = startServices();
  const time = virtualTime();
  await using app = await createNotifiedApp(services, {
    team: { Planner: inTurn(fails(1), fails(1), fails(2), fails(1), saysSomethingNew, fails(1)) },
    ...time,
  });
  const task = await app.work();
  while ((await app.runs(task.id)).length < 6) {
    time.advanceToNext();
    await app.settle();
  }
  expect(app.told().map(({ cause, count }) => [cause, count])).toEqual([
    ["CLI exited with code 1", 1],
    ["CLI exited with code 2", 1],
    ["CLI exited with code 1", 1],
  ]);
});

test("an engine that fails for every task is reported once, and again when it fails after it has worked", async () => {
  await using services = startServices();
  const time = virtualTime();
  const Planner = inTurn(...Array<Part>(4).fill(isNotLoggedIn), skip, isNotLoggedIn);
  await using app = await createNotifiedApp(services, { team: { Planner }, ...time });
  for (let at = 0; at < 5; at++) await app.work(`Task ${at}`);
  const errors = () => app.told().filter(({ event }) => event === "task.error");
  expect(errors().map(({ task }) => task.summary)).toEqual(["Task 0"]);
  for (let seconds = 0; seconds < 60; seconds++) {
    time.advance(1000);
    await app.settle();
  }
  expect(app.script.played.length).toBeGreaterThan(5);
  expect(errors()).toHaveLength(2);
});
