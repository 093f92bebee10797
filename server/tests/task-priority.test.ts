import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Task, TaskStatus } from "@malamar/contract/task.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { fails, hangs, skip } from "#testing/scripted-team.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

test("at most one task of a workspace is prioritized, and both changes are logged", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const blocker = await app.createTask({ summary: "Blocker" });
  await untilStatus(app, blocker.id, "in_progress");
  const first = await app.createTask({ summary: "First" });
  const second = await app.createTask({ summary: "Second" });
  expect((await app.call<Task>("POST", `/api/tasks/${first.id}/prioritize`)).body.is_priority).toBe(
    true,
  );
  await app.call("POST", `/api/tasks/${second.id}/prioritize`, { body: {} });
  expect((await app.task(first.id)).is_priority).toBe(false);
  expect((await app.task(second.id)).is_priority).toBe(true);
  expect((await app.logs(first.id)).map(({ event_type }) => event_type)).toEqual([
    "task_created",
    "task_prioritized",
    "task_deprioritized",
  ]);
  expect((await app.task(blocker.id)).status).toBe("in_progress");
});

test("the same route removes the priority", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const task = await app.createTask();
  await app.call("POST", `/api/tasks/${task.id}/prioritize`);
  const answer = await app.call<Task>("POST", `/api/tasks/${task.id}/prioritize`, {
    body: { is_priority: false },
  });
  expect(answer.body.is_priority).toBe(false);
});

test("a prioritized task is worked on before the others", async () => {
  const wait = gate();
  const worked: string[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        worked.push(turn.summary);
        if (turn.visit === 1) await wait.pass();
        return skip(turn);
      },
    },
  });
  await app.createTask({ summary: "Running" });
  await wait.reached;
  const wanted = await app.createTask({ summary: "Wanted" });
  await app.createTask({ summary: "Newest" });
  await app.call("POST", `/api/tasks/${wanted.id}/prioritize`);
  expect(worked).toEqual(["Running"]);
  wait.open();
  await app.taskWorkers.drain();
  expect(worked).toEqual(["Running", "Wanted", "Newest"]);
});

test("the priority ends when the task reaches In Review", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.call("POST", `/api/tasks/${task.id}/prioritize`);
  await app.move(task.id, "in_review");
  expect((await app.task(task.id)).is_priority).toBe(false);
});

test("a priority does not override the retry time", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.call("POST", `/api/tasks/${task.id}/prioritize`);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect((await app.task(task.id)).retry_at).not.toBeNull();
});

test.each<TaskStatus>(["in_review", "done"])(
  "a task in %s cannot be prioritized",
  async (status) => {
    await using app = await createLoopApp();
    const task = await taskIn(app, status);
    const answer = await app.call<ErrorBody>("POST", `/api/tasks/${task.id}/prioritize`);
    expect(answer.status).toBe(409);
  },
);

test("every change of a priority is sent to everyone and logged once", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const path = `/api/tasks/${task.id}/prioritize`;
  for (const is_priority of [true, false, true]) {
    const told = app.published.length;
    await app.call("POST", path, { body: { is_priority } });
    expect(app.published.slice(told)).toMatchObject([{ type: "task.updated", task_id: task.id }]);
  }
  await app.move(task.id, "in_review");
  const logs = (await app.logs(task.id)).filter((log) => log.event_type.includes("prioritized"));
  expect(logs.map(({ event_type, actor_type }) => `${event_type} by ${actor_type}`)).toEqual([
    "task_prioritized by user",
    "task_deprioritized by user",
    "task_prioritized by user",
    "task_deprioritized by system",
  ]);
});
