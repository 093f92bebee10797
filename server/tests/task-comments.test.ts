import { expect, test } from "bun:test";
import { USER_ID } from "#http/principal.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { heldAt, fails, hangs, inTurn, says, skip } from "#testing/scripted-team.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

test("a comment by a person is stored with its author and sent to everyone", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "in_review");
  const { status, body } = await app.comment(task.id, "Looks good\n");
  expect(status).toBe(201);
  expect(body).toMatchObject({
    task_id: task.id,
    workspace_id: app.workspace.id,
    user_id: USER_ID,
    agent_id: null,
    run_id: null,
    author_name: "User",
    content: "Looks good\n",
  });
  expect(app.published).toContainEqual({
    type: "task.comment_added",
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
    author_name: "User",
    task: expect.objectContaining({ comment_count: 1 }),
  });
  const empty = await app.comment(task.id, " \n");
  expect(empty.status).toBe(400);
});

test("a user comment on an In Review task moves it to Todo and starts the team again", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "in_review");
  await app.comment(task.id, "Not yet");
  expect(app.published.findLast((event) => event.type === "task.status_changed")).toMatchObject({
    old_status: "in_review",
    new_status: "todo",
  });
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Planner"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a comment on a Done task is stored and starts no run", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "done");
  await app.comment(task.id, "Thanks");
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["User: Thanks"]);
  expect((await app.task(task.id)).status).toBe("done");
  expect(app.script.played).toEqual(["Planner"]);
});

test.each<[string, (app: LoopApp, id: string) => Promise<unknown>, boolean]>([
  ["a user comment", (app, id) => app.comment(id, "Continue"), true],
  ["a move to Todo", (app, id) => app.move(id, "todo"), true],
  [
    "an edit",
    (app, id) => app.call("PUT", `/api/tasks/${id}`, { body: { description: "More" } }),
    false,
  ],
])("%s is human input, or not", async (_name, act, isHumanInput) => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(says("Round 1"), fails(1), hangs) },
    workspace: { max_passes: 2, max_cost_usd: 5 },
  });
  const task = await app.createTask();
  await untilStatus(app, task.id, "in_review");
  expect(await app.task(task.id)).toMatchObject({ pass_count: 2, failure_count: 1 });
  await act(app, task.id);
  const after = await app.task(task.id);
  if (isHumanInput)
    expect(after).toMatchObject({ failure_count: 0, retry_at: null, last_error: null });
  else expect(after).toMatchObject({ pass_count: 2, failure_count: 1, status: "in_review" });
});

test("prioritising is not human input, and neither is being demoted by the loop", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.summary.includes("Urgent") ? hangs(turn) : fails(1)(turn)) },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const other = await app.createTask({ summary: "Urgent" });
  await untilStatus(app, other.id, "in_progress");
  const { retry_at } = await app.task(task.id);
  await app.call("POST", `/api/tasks/${task.id}/prioritize`);
  expect(await app.task(task.id)).toMatchObject({
    status: "todo",
    pass_count: 1,
    failure_count: 1,
    retry_at,
    is_priority: true,
  });
});

test("a user comment on a task in Todo is human input as well", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.summary.includes("Urgent") ? hangs(turn) : fails(1)(turn)) },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const other = await app.createTask({ summary: "Urgent" });
  await untilStatus(app, other.id, "in_progress");
  expect(await app.task(task.id)).toMatchObject({ status: "todo", failure_count: 1 });
  await app.comment(task.id, "Try again");
  expect(await app.task(task.id)).toMatchObject({
    status: "todo",
    pass_count: 0,
    failure_count: 0,
    retry_at: null,
    wait_reason: null,
  });
});

test("a comment on a Done task queues nothing, whoever makes it", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, says("Late")) } });
  const task = await app.createTask();
  await wait.reached;
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  await app.comment(task.id, "Thanks");
  wait.open();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["User: Thanks", "Planner: Late"]);
  expect(app.db.query("SELECT 1 FROM task_queue WHERE status = 'queued'").all()).toEqual([]);
});
