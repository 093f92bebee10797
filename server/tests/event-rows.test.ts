import { expect, test } from "bun:test";
import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { asksForReview, fails, says, skip } from "#testing/scripted-team.ts";
import { createTroubledApp, isWaiting, rows } from "#testing/troubled-app.ts";

type TaskEvent = Extract<ServerEvent, { task_id: unknown }>;

const isOfTask = (event: ServerEvent): event is TaskEvent => "task_id" in event;

const rowOf = (event: ServerEvent) => ("task" in event ? event.task : undefined);

const sizeOf = (event: ServerEvent) => Buffer.byteLength(JSON.stringify(event));

const listOf = (app: LoopApp) =>
  app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`);

test("after every step, the last event's row of a task equals the list's", async () => {
  const before = gate();
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => (turn.visit === 1 ? says("A plan") : skip)(turn),
      Builder: async (turn) => {
        if (turn.visit === 1) await before.pass();
        return skip(turn);
      },
      Reviewer: (turn) => (turn.visit === 1 ? skip : asksForReview)(turn),
    },
  });
  const { id } = await app.createTask({ labels: ["api"] });
  async function agree() {
    const [row] = await listOf(app);
    expect(rowOf(app.published.findLast(isOfTask)!)).toEqual(row);
    return row!;
  }
  await before.reached;
  expect((await agree()).team.map(({ outcome }) => outcome)).toEqual(["done", "running", null]);
  before.open();
  await app.taskWorkers.drain();
  expect(await agree()).toMatchObject({ status: "in_review", is_processing: false, pass: 2 });
  await app.taskWorkers.whileHeld(app.workspace.id, async () => {
    await app.comment(id, "Once more");
    expect(await agree()).toMatchObject({ status: "todo" });
    await app.call("POST", `/api/tasks/${id}/prioritize`);
    expect(await agree()).toMatchObject({ is_priority: true });
    await app.call("PUT", `/api/tasks/${id}`, { body: { labels: ["db"], is_on_hold: true } });
    expect(await agree()).toMatchObject({ labels: ["db"], is_on_hold: true });
    await app.note(id, "A thought");
    await agree();
  });
  await app.call("DELETE", `/api/tasks/${id}`);
  expect(app.published.at(-1)).toEqual({
    type: "task.deleted",
    workspace_id: app.workspace.id,
    task_id: id,
    task_summary: "Fix login",
    status: "todo",
  });
});

test("the events of one change all have the final state", async () => {
  await using app = await createLoopApp({ team: { Planner: asksForReview } });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  await app.taskWorkers.whileHeld(app.workspace.id, async () => {
    const from = app.published.length;
    await app.comment(id, "Once more");
    const told = app.published.slice(from).filter(isOfTask);
    expect(told.map(({ type }) => type)).toContain("task.status_changed");
    expect(told.map((event) => rowOf(event)?.status)).toEqual(told.map(() => "todo"));
  });
});

test("texts in an event are cut to 200 characters, and no event is longer than 4 KB", async () => {
  const long = "字".repeat(3000);
  await using app = await createLoopApp({ team: { Planner: fails(1, long) } });
  const labels = Array.from({ length: 10 }, (_, at) => `${at}${"字".repeat(39)}`);
  const { id } = await app.createTask({ summary: long, labels });
  await app.taskWorkers.drain();
  const told = app.published.flatMap((event) => rowOf(event) ?? []);
  expect(told.length).toBeGreaterThan(2);
  expect(told.at(-1)!.summary).toHaveLength(200);
  expect(told.at(-1)!.last_error).toHaveLength(200);
  expect((await app.task(id)).last_error!.length).toBeGreaterThan(1000);
  expect(Math.max(...app.published.map(sizeOf))).toBeLessThanOrEqual(4096);
});

test("a team too large for an event leaves the row to be read", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `Agent number ${at}`);
  await using app = await createLoopApp({
    team: Object.fromEntries(names.map((name) => [name, skip])),
  });
  await app.createTask({ is_on_hold: true });
  const created = app.published.at(-1)!;
  expect(created).toMatchObject({ type: "task.created", task: null });
  expect(sizeOf(created)).toBeLessThanOrEqual(4096);
});

test("many tasks that change at once are announced without their rows", async () => {
  await using app = await createTroubledApp({ tasks: 210 });
  const waiting = (await rows(app)).filter(isWaiting).filter(({ pass }) => pass === null);
  expect(waiting.length).toBeGreaterThan(200);
  const told = app.published.filter(isOfTask).filter(({ task_id }) => task_id === waiting[0]!.id);
  expect(told.map(({ type }) => type)).toEqual(["task.created", "task.updated"]);
  expect(told.map((event) => rowOf(event) === null)).toEqual([false, true]);
});
