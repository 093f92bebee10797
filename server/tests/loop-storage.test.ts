import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { databasePath } from "#data-directory/data-directory.ts";
import type { Engine } from "#engines/engine.ts";
import { createLockableApp } from "#testing/lockable-app.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { endsItsOwnWay, forEveryCli, hangs, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const asksForReviewActions = [{ type: "change_status", status: "in_review" }];

test("an answer that cannot be stored now is kept until it can be", async () => {
  await using app = await createLockableApp((lock) => ({
    Planner: () => {
      lock();
      return { actions: [{ type: "comment", content: "Dear" }, ...asksForReviewActions] };
    },
  }));
  const task = await app.createTask();
  await app.answerIsKept();
  app.unlock();
  app.time.advance(1000);
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: Dear"]);
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(app.script.played).toHaveLength(1);
});

test("a cancel that cannot be written still ends the run", async () => {
  await using app = await createLockableApp(() => ({ Planner: hangs }));
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  app.lock();
  const answer = app.cancel(task.id);
  await app.taskWorkers.drain();
  expect((await answer).status).toBe(507);
  app.unlock();
});

test("an answer that is there when a guard ends its run counts", async () => {
  const time = virtualTime();
  const answer = JSON.stringify({ actions: [{ type: "comment", content: "Just in time" }] });
  await using app = await createLoopApp({
    createEngines: endsItsOwnWay(() => ({ kind: "completed", answer })),
    workspace: { run_timeout_minutes: 1, max_passes: 1 },
    ...time,
  });
  await app.hire("Planner");
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  time.advance(60_000);
  await app.taskWorkers.drain();
  expect((await app.said(task.id))[0]).toBe("Planner: Just in time");
  expect(await app.runs(task.id)).toMatchObject([{ status: "succeeded" }]);
});

test("delete all done keeps a task that someone takes back while its agent is being ended", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    createEngines: endsItsOwnWay(async () => {
      await wait.pass();
      return { kind: "aborted" };
    }),
  });
  await app.hire("Planner");
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  const answer = app.call("DELETE", `/api/workspaces/${app.workspace.id}/tasks/done`);
  await wait.reached;
  await app.move(task.id, "todo");
  wait.open();
  expect((await answer).body).toEqual({ deleted_count: 0 });
  expect((await app.call("GET", `/api/tasks/${task.id}`)).status).toBe(200);
});

test("an engine whose start cannot be recorded is still ended", async () => {
  using dir = tempDir();
  let isEnded = false;
  const engine = (label: string): Engine => ({
    label,
    notStarted: (reason) => reason,
    previewInput: () => "",
    async *run({ cwd }) {
      try {
        locked.run("BEGIN IMMEDIATE");
        yield [{ type: "started", pid: 1_000_000, cwd }];
        return { kind: "aborted", sessionId: null };
      } finally {
        isEnded = true;
        locked.close();
      }
    },
  });
  await using app = await createLoopApp({
    createEngines: () => forEveryCli(engine),
    dataDir: dir.path,
  });
  app.db.run("PRAGMA busy_timeout = 0");
  const locked = new Database(databasePath(dir.path));
  await app.hire("Planner");
  await app.createTask();
  await app.taskWorkers.drain();
  expect(isEnded).toBe(true);
  locked.close();
});

test("a stop does not wait for a disk that has no room", async () => {
  await using app = await createLockableApp((lock) => ({
    Planner: (turn) => {
      lock();
      return skip(turn);
    },
  }));
  await app.createTask();
  await app.answerIsKept();
  await app.taskWorkers.stop();
  expect(app.time.elapsed()).toBe(0);
  app.unlock();
});

test("a pass that broke off is cleaned up as soon as that can be written, even while all is paused", async () => {
  await using app = await createLockableApp(() => ({ Planner: skip }));
  const stopListening = app.bus.subscribe(({ event }) => {
    if (event.type === "task.status_changed") app.lock();
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  stopListening();
  expect(app.queueOf(task.id)).toEqual(["in_progress"]);
  app.unlock();
  await app.call("PUT", "/api/settings", { body: { is_paused: true } });
  app.time.advance(1000);
  await app.taskWorkers.drain();
  expect(app.queueOf(task.id)).toEqual(["failed", "queued"]);
  expect((await app.task(task.id)).last_error).toStartWith("Malamar could not finish this pass");
});
