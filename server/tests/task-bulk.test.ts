import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { ChangedTask } from "@malamar/contract/task.ts";
import { createLoopApp, type LoopApp } from "#testing/loop-app.ts";
import { hangs, skip } from "#testing/scripted-team.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

const bulk = (app: LoopApp, ids: readonly string[], change: unknown) =>
  app.call<ChangedTask[]>("POST", "/api/tasks/bulk", { body: { ids, change } });
const codes = (results: readonly ChangedTask[]) => results.map(({ error }) => error?.code ?? null);

test("each selected task succeeds or fails separately, with its own result", async () => {
  await using app = await createLoopApp();
  const other = await app.createWorkspace({ title: "Other" });
  const todo = await app.createTask({ is_on_hold: true });
  const elsewhere = await app.createTask({ is_on_hold: true }, other);
  const done = await taskIn(app, "done");
  const gone = "x".repeat(21);
  const ids = [todo.id, done.id, gone, "nope", elsewhere.id];
  const { status, body } = await bulk(app, [...ids, todo.id], {
    is_on_hold: true,
    labels: ["Later"],
  });
  expect(status).toBe(200);
  expect(body.map(({ id }) => String(id))).toEqual(ids);
  expect(codes(body)).toEqual([null, "CONFLICT", "NOT_FOUND", "NOT_FOUND", null]);
  expect((await app.task(todo.id)).labels).toEqual(["Later"]);
  expect((await app.task(elsewhere.id)).labels).toEqual(["Later"]);
  // All or nothing, for each.
  expect((await app.task(done.id)).labels).toEqual([]);
});

test("labels are added and removed without touching the others", async () => {
  await using app = await createLoopApp();
  const task = await app.createTask({ is_on_hold: true, labels: ["Api", "Old"] });
  await bulk(app, [task.id], { add_labels: ["api", "new"], remove_labels: ["OLD"] });
  expect((await app.task(task.id)).labels).toEqual(["Api", "new"]);
  const many = Array.from({ length: 9 }, (_, at) => `l${at}`);
  const { body } = await bulk(app, [task.id], { add_labels: many });
  expect(body[0]!.error).toEqual({
    code: "VALIDATION_ERROR",
    message: "labels: must be at most 10 labels",
  });
});

test("a selection is moved, released and prioritized like single tasks", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const held = await app.createTask({ is_on_hold: true });
  const review = await taskIn(app, "in_review");
  expect(codes((await bulk(app, [held.id, review.id], { status: "done" })).body)).toEqual([
    "CONFLICT",
    null,
  ]);
  expect((await app.task(review.id)).status).toBe("done");
  await bulk(app, [held.id], { is_on_hold: false, is_priority: true });
  await app.taskWorkers.drain();
  expect((await app.task(held.id)).status).toBe("in_review");
});

test("deleting a selection ends its runs", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const [running, held] = [await app.createTask(), await app.createTask({ is_on_hold: true })];
  await untilStatus(app, running.id, "in_progress");
  const { body } = await bulk(app, [running.id, held.id], { is_deleted: true });
  expect(codes(body)).toEqual([null, null]);
  for (const { id } of [running, held]) {
    expect((await app.call("GET", `/api/tasks/${id}`)).status).toBe(404);
  }
});

test.each<[body: object, message: string]>([
  [{ ids: [], change: { is_on_hold: true } }, "ids: must not be empty"],
  [
    { ids: Array.from({ length: 501 }, (_, at) => String(at).padStart(21, "x")), change: {} },
    "ids: must be at most 500 ids",
  ],
  [
    { ids: Array.from({ length: 501 }, () => "x".repeat(21)), change: { is_on_hold: true } },
    "ids: must be at most 500 ids",
  ],
  [{ ids: ["x".repeat(21)], change: {} }, "change: must say what to change"],
  [
    { ids: ["x".repeat(21)], change: { is_deleted: true, is_on_hold: true } },
    "change: cannot delete a task and change it at the same time",
  ],
  [{ ids: ["x".repeat(21)], change: { summary: "x" } }, "summary"],
  [{ ids: [7], change: { is_on_hold: true } }, "ids.0: must be an id"],
])("an invalid change is refused as a whole: %j", async (body, message) => {
  await using app = await createLoopApp();
  const answer = await app.call<ErrorBody>("POST", "/api/tasks/bulk", { body });
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain(message);
});

test("bulk is not a task id: its routes find nothing", async () => {
  await using app = await createLoopApp();
  expect((await app.call("GET", "/api/tasks/bulk")).status).toBe(404);
  expect((await app.call("POST", "/api/tasks/bulk/stop")).status).toBe(404);
});
