import { expect, test } from "bun:test";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { createLoopApp, type LoopApp } from "#testing/loop-app.ts";
import { asksForReview, hangs } from "#testing/scripted-team.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

test.each<TaskStatus>(["in_progress", "in_review", "done"])(
  "a task in %s can be deleted, with everything under it",
  async (status) => {
    await using app = await createLoopApp({
      team: { Planner: status === "in_progress" ? hangs : asksForReview },
    });
    const task = await taskIn(app, status);
    await untilStatus(app, task.id, status);
    const [run] = await app.runs(task.id);
    expect((await app.call("DELETE", `/api/tasks/${task.id}`)).status).toBe(204);
    await app.taskWorkers.drain();
    expect((await app.call("GET", `/api/tasks/${task.id}`)).status).toBe(404);
    expect((await app.call("GET", `/api/runs/${run!.id}`)).status).toBe(404);
    expect(await Bun.file(`${app.dataDir}/runs/${run!.id}.jsonl`).exists()).toBe(false);
    for (const table of ["task_comments", "task_logs", "task_queue", "runs"]) {
      expect(app.db.query(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
    }
    expect(app.published.at(-1)).toMatchObject({ type: "task.deleted", task_id: task.id });
  },
);

test("a task that waits in Todo can be deleted, and is never worked on", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const blocker = await app.createTask();
  await untilStatus(app, blocker.id, "in_progress");
  const waiting = await app.createTask();
  expect((await app.call("DELETE", `/api/tasks/${waiting.id}`)).status).toBe(204);
  await app.cancel(blocker.id);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(1);
});

test("delete all done removes every Done task of the workspace and no other", async () => {
  await using app = await createLoopApp();
  const other = await app.createWorkspace({ title: "Other" });
  const elsewhere = await app.createTask({}, other);
  const kept = await taskIn(app, "in_review");
  await taskIn(app, "done");
  await taskIn(app, "done");
  await app.move(elsewhere.id, "done");
  const path = `/api/workspaces/${app.workspace.id}/tasks/done`;
  expect(await app.call("DELETE", path)).toMatchObject({ status: 200, body: { deleted_count: 2 } });
  expect(await app.call("DELETE", path)).toMatchObject({ body: { deleted_count: 0 } });
  expect((await app.task(kept.id)).status).toBe("in_review");
  expect((await app.task(elsewhere.id)).status).toBe("done");
});

/** How many tasks there are whenever others have a turn during an operation. */
async function countsDuring(app: LoopApp, work: Promise<unknown>): Promise<number[]> {
  const count = app.db.prepare<{ n: number }, []>("SELECT count(*) AS n FROM tasks");
  const seen = new Set<number>();
  const state = { isOver: false };
  const watched = work.finally(() => (state.isOver = true));
  while (!state.isOver) {
    seen.add(count.get()!.n);
    await new Promise(setImmediate);
  }
  await watched;
  return [...seen, count.get()!.n];
}

test("deleting a workspace with many tasks takes steps, with a turn for everyone else, and one event", async () => {
  await using app = await createLoopApp({ team: {} });
  for (let n = 0; n < 70; n++) await app.createTask();
  await app.taskWorkers.drain();
  const before = app.published.length;
  const gone = app.call("DELETE", `/api/workspaces/${app.workspace.id}`);
  expect(await countsDuring(app, gone)).toEqual(expect.arrayContaining([70, 65, 5, 0]));
  expect((await gone).status).toBe(204);
  expect(app.published.slice(before).map(({ type }) => type)).toEqual(["workspace.deleted"]);
});

test("deleting many Done tasks takes steps, with an event for each", async () => {
  await using app = await createLoopApp({ team: {} });
  for (let n = 0; n < 50; n++) await app.createTask();
  await app.taskWorkers.drain();
  app.db.run("UPDATE tasks SET status = 'done', done_at = updated_at");
  const before = app.published.length;
  const gone = app.call("DELETE", `/api/workspaces/${app.workspace.id}/tasks/done`);
  expect(await countsDuring(app, gone)).toEqual(expect.arrayContaining([50, 45, 5, 0]));
  expect(await gone).toMatchObject({ status: 200, body: { deleted_count: 50 } });
  const told = app.published.slice(before).filter(({ type }) => type === "task.deleted");
  expect(told).toHaveLength(50);
});
