import { expect, test } from "bun:test";
import { USER_ID } from "#http/principal.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  commentsIn,
  fails,
  heldAt,
  inputOf,
  inTurn,
  says,
  skip,
  type Part,
} from "#testing/scripted-team.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

test("a note is stored and sent like a comment, and is marked as a note", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "in_review");
  const { status, body } = await app.note(task.id, "Staging is down until Monday.");
  expect(status).toBe(201);
  expect(body).toMatchObject({
    user_id: USER_ID,
    author_name: "User",
    content: "Staging is down until Monday.",
    is_note: true,
    edited_at: null,
    deleted_at: null,
  });
  expect((await app.comments(task.id)).at(-1)).toEqual(body);
  expect((await app.logs(task.id)).at(-1)).toMatchObject({
    event_type: "comment_added",
    actor_type: "user",
  });
  expect(app.published.at(-1)).toMatchObject({ type: "task.comment_added", task_id: task.id });
});

test.each([
  ["no text", { content: " \n", is_note: true }, "content"],
  ["a word for a flag", { content: "x", is_note: "yes" }, "is_note"],
])("a note with %s is refused", async (_name, body, field) => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "in_review");
  const refused = await app.call<{ error: { message: string } }>(
    "POST",
    `/api/tasks/${task.id}/comments`,
    { body },
  );
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain(field);
});

test("a comment that is marked as no note is a comment", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "in_review");
  const body = { content: "Continue", is_note: false };
  await app.call("POST", `/api/tasks/${task.id}/comments`, { body });
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Planner"]);
});

test.each(["in_review", "done"] as const)("a note on a task in %s wakes nobody", async (status) => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, status);
  const queue = app.queueOf(task.id);
  await app.note(task.id, "For later");
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.task(task.id)).toEqual({ ...task, comment_count: 1 });
  expect(app.queueOf(task.id)).toEqual(queue);
});

test("a note is not human input: the counts stay", async () => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(says("Round 1"), fails(1)) },
    workspace: { max_passes: 2 },
  });
  const task = await app.createTask();
  await untilStatus(app, task.id, "in_review");
  await app.note(task.id, "Looks odd");
  expect(await app.task(task.id)).toMatchObject({
    status: "in_review",
    pass_count: 2,
    failure_count: 1,
  });
});

test("a note while an agent works does not keep the task from In Review", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: inTurn(heldAt(wait, asksForReview), asksForReview) },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.note(task.id, "For later");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a note in a pass in which everyone skips starts no other pass", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, skip) } });
  const task = await app.createTask();
  await wait.reached;
  await app.note(task.id, "For later");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("agents read a note in their next run, and learn that it is one", async () => {
  const inputs: string[] = [];
  const reads: Part = (turn) => {
    inputs.push(inputOf(turn));
    return skip(turn);
  };
  await using app = await createLoopApp({ team: { Planner: reads } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.comment(task.id, "Once more");
  await app.taskWorkers.drain();
  expect(inputs[1]).not.toContain("is_note");
  await app.note(task.id, "Staging is down");
  await app.comment(task.id, "And again");
  await app.taskWorkers.drain();
  expect(inputs[2]).toContain("Those with `is_note` are notes by people");
  expect(inputs[2]).toContain(`"user_id":"${USER_ID}","is_note":true,"content":"Staging is down"`);
  expect(inputs[2]!.match(/"is_note"/g)).toHaveLength(1);
});

test("an agent cannot write a note", async () => {
  const tries: Part = (turn) =>
    commentsIn(turn).length === 0
      ? { actions: [{ type: "comment", content: "Quietly", is_note: true }] }
      : asksForReview(turn);
  await using app = await createLoopApp({ team: { Planner: tries } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.comments(task.id)).toMatchObject([{ content: "Quietly", is_note: false }]);
  expect(app.script.played).toHaveLength(2);
});
