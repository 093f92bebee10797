import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { USER_ID } from "#http/principal.ts";
import type { Task, TaskStatus } from "@malamar/contract/task.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { heldAt, fails, hangs, says, skip } from "#testing/scripted-team.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

test.each<[TaskStatus, TaskStatus, number]>([
  ["todo", "in_progress", 409],
  ["todo", "in_review", 409],
  ["todo", "done", 409],
  ["in_progress", "todo", 409],
  ["in_progress", "in_review", 200],
  ["in_progress", "done", 409],
  ["in_review", "todo", 200],
  ["in_review", "in_progress", 409],
  ["in_review", "done", 200],
  ["done", "todo", 200],
  ["done", "in_progress", 409],
  ["done", "in_review", 409],
])("a person moving a task from %s to %s gets %i", async (from, to, expected) => {
  // Todo tasks here wait behind an active one.
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.summary.includes("Blocker") ? hangs(turn) : skip(turn)) },
  });
  let task: Task;
  if (from === "in_progress") task = await app.createTask({ summary: "Blocker" });
  else task = await taskIn(app, from === "todo" ? "in_review" : from);
  if (from === "todo") {
    const blocker = await app.createTask({ summary: "Blocker" });
    await untilStatus(app, blocker.id, "in_progress");
    await app.move(task.id, "todo");
  }
  await untilStatus(app, task.id, from);

  const answer = await app.call<Task & ErrorBody>("PUT", `/api/tasks/${task.id}`, {
    body: { status: to },
  });
  expect(answer.status).toBe(expected);
  if (expected === 409) {
    expect(answer.body.error.code).toBe("CONFLICT");
    expect(answer.body.error.message).toContain("cannot be moved to");
    expect((await app.task(task.id)).status).toBe(from);
  }
});

test("a refused move names what is allowed", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "in_review");
  const answer = await app.call<ErrorBody>("PUT", `/api/tasks/${task.id}`, {
    body: { status: "in_progress" },
  });
  expect(answer.body.error.message).toBe(
    "A task in In Review cannot be moved to In Progress. It can be moved to Todo (todo) or Done (done).",
  );
});

test("the same status again changes nothing", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "in_review");
  const logs = await app.logs(task.id);
  expect((await app.move(task.id, "in_review")).status).toBe(200);
  expect(await app.logs(task.id)).toEqual(logs);
});

test("a status that does not exist is a validation error", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "in_review");
  const answer = await app.call<ErrorBody>("PUT", `/api/tasks/${task.id}`, {
    body: { status: "paused" },
  });
  expect(answer.status).toBe(400);
});

test("a refused edit with a move changes nothing at all", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "done");
  const answer = await app.call("PUT", `/api/tasks/${task.id}`, {
    body: { summary: "Other", status: "in_review" },
  });
  expect(answer.status).toBe(409);
  expect((await app.task(task.id)).summary).toBe("Fix login");
});

test("Done has a time, and Todo removes it again", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "done");
  expect(task.done_at).not.toBeNull();
  await app.move(task.id, "todo");
  expect((await app.task(task.id)).done_at).toBeNull();
});

test("cancel ends the run, says so once, and no further agent starts", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs, Reviewer: skip } });
  const task = await app.createTask();
  await untilStatus(app, task.id, "in_progress");
  const answer = await app.cancel(task.id);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: "in_review", is_processing: false, retry_at: null });
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.said(task.id)).toEqual(["System: Task cancelled by user"]);
  const logs = await app.logs(task.id);
  expect(logs.map(({ event_type }) => event_type)).toEqual([
    "task_created",
    "status_changed",
    "agent_started",
    "task_cancelled",
    "comment_added",
    "status_changed",
    "agent_finished",
  ]);
  expect(logs[3]).toMatchObject({ actor_type: "user", actor_id: USER_ID, metadata: null });
  expect(logs.at(-1)!.metadata).toMatchObject({ action_type: "cancelled" });
  expect(await app.runs(task.id)).toMatchObject([{ status: "cancelled" }]);
  expect(app.published.some((event) => event.type === "task.error_occurred")).toBe(false);
});

test.each<TaskStatus>(["in_review", "done"])("a task in %s cannot be cancelled", async (status) => {
  await using app = await createLoopApp();
  const task = await taskIn(app, status);
  const answer = await app.call<ErrorBody>("POST", `/api/tasks/${task.id}/cancel`);
  expect(answer.status).toBe(409);
  expect(answer.body.error.code).toBe("CONFLICT");
});

test("a task that waits for its retry can be cancelled as well", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_progress");
  await app.cancel(task.id);
  expect(await app.task(task.id)).toMatchObject({
    status: "in_review",
    retry_at: null,
    wait_reason: null,
  });
});

test("moved to In Review while an agent runs: its comment is kept and no other agent follows", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, says("My plan")),
      Reviewer: skip,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.move(task.id, "in_review");
  wait.open();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: My plan"]);
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", is_processing: false });
});

test("moved to In Review and back while an agent runs: a new pass begins with the first agent", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
      Reviewer: skip,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.move(task.id, "in_review");
  await app.move(task.id, "todo");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Planner", "Reviewer"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a cancel is the person's move, and nothing of the task stays queued", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.cancel(task.id);
  expect((await app.logs(task.id)).at(-1)).toMatchObject({
    event_type: "status_changed",
    actor_type: "user",
    metadata: { old_status: "in_progress", new_status: "in_review" },
  });
  expect(app.db.query("SELECT 1 FROM task_queue WHERE status = 'queued'").all()).toEqual([]);
});
