import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { CommentId } from "@malamar/contract/ids.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { SYSTEM, agentActor } from "#domain/actor/actor.ts";
import { AppError } from "#lib/app-error.ts";
import { TRIGGER, USER } from "#testing/actors.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import {
  commentsIn,
  fails,
  heldAt,
  inputOf,
  inTurn,
  says,
  skip,
  type Part,
} from "#testing/scripted-team.ts";
import { tablesOf } from "#testing/tables-of.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

const SECRET = "hunter2-is-the-password";

/** Records the agent's input, and then skips. */
function reads() {
  const inputs: string[] = [];
  const part: Part = (turn) => {
    inputs.push(inputOf(turn));
    return skip(turn);
  };
  return { inputs, part };
}

async function commented(app: LoopApp, content: string) {
  const task = await taskIn(app, "done");
  const { body } = await app.comment(task.id, content);
  return { task, comment: body };
}

test("an edited comment has its new text and the time of the edit", async () => {
  await using app = await createLoopApp();
  const { task, comment } = await commented(app, "Use teh form");
  const { status, body } = await app.editComment(comment.id, "Use the form");
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...comment, content: "Use the form", ...changed(body) });
  expect(body.edited_at).not.toBeNull();
  expect(body.updated_at > comment.updated_at).toBe(true);
  expect(await app.comments(task.id)).toEqual([body]);
  expect((await app.logs(task.id)).at(-1)).toMatchObject({
    event_type: "comment_edited",
    actor_type: "user",
    actor_id: USER.id,
  });
  expect(app.published.at(-1)).toEqual({
    type: "task.comment_updated",
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
    comment_id: comment.id,
    task: expect.objectContaining({ id: task.id }),
  });
});

const changed = ({ edited_at, updated_at }: TaskComment) => ({ edited_at, updated_at });

test("the same text again is not an edit", async () => {
  await using app = await createLoopApp();
  const { task, comment } = await commented(app, "Use the form");
  const logs = await app.logs(task.id);
  const { body } = await app.editComment(comment.id, "Use the form");
  expect(body).toEqual(comment);
  expect(await app.logs(task.id)).toEqual(logs);
});

test("the next agent reads the new text", async () => {
  const wait = gate();
  const read: string[][] = [];
  const notes: Part = (turn) => {
    read.push(commentsIn(turn));
    return skip(turn);
  };
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, notes), Builder: notes } });
  const task = await app.createTask();
  await wait.reached;
  const { body } = await app.note(task.id, "Use the old form");
  await app.editComment(body.id, "Use the new form");
  wait.open();
  await app.taskWorkers.drain();
  // The first one's input is older than both.
  expect(read).toEqual([[], ["Use the new form"]]);
});

test("a deleted comment keeps its place, without its text", async () => {
  await using app = await createLoopApp();
  const { task, comment } = await commented(app, SECRET);
  expect((await app.deleteComment(comment.id)).status).toBe(204);
  const [left, ...others] = await app.comments(task.id);
  expect(others).toEqual([]);
  expect(left).toMatchObject({
    id: comment.id,
    user_id: USER.id,
    author_name: "User",
    content: "",
    created_at: comment.created_at,
  });
  expect(left!.deleted_at).not.toBeNull();
  // A card says how much there is to read.
  expect((await app.task(task.id)).comment_count).toBe(0);
  expect((await app.logs(task.id)).at(-1)).toMatchObject({
    event_type: "comment_deleted",
    actor_type: "user",
  });
  expect(app.published.at(-1)).toMatchObject({
    type: "task.comment_deleted",
    task_id: task.id,
    comment_id: comment.id,
  });
});

test("no table, search hit, event, export or later input contains the text of a deleted comment", async () => {
  const planner = reads();
  await using app = await createLoopApp({ team: { Planner: planner.part } });
  const task = await taskIn(app, "in_review");
  const { body: comment } = await app.note(task.id, "A first version");
  await app.editComment(comment.id, SECRET);
  await app.deleteComment(comment.id);
  await app.comment(task.id, "Continue");
  await app.taskWorkers.drain();
  expect(planner.inputs).toHaveLength(2);
  expect(planner.inputs[1]).toContain("Continue");
  expect(planner.inputs[1]).not.toContain('"content":""');
  const tables = tablesOf(app.db).map((name) =>
    JSON.stringify(app.db.query(`SELECT * FROM ${name}`).all()),
  );
  const file = await (await app.send("GET", `/api/workspaces/${app.workspace.id}/export`)).text();
  const hits = await app.get(`/api/search?q=${SECRET}`);
  for (const trace of [
    ...tables,
    ...planner.inputs,
    file,
    JSON.stringify(hits),
    JSON.stringify(app.published),
    JSON.stringify(await app.comments(task.id)),
    JSON.stringify(await app.logs(task.id)),
  ]) {
    expect(trace).not.toContain(SECRET);
  }
});

test("a file with all comments of an earlier run does not outlive a comment deleted from it", async () => {
  const paths: string[] = [];
  const left: string[] = [];
  const looks: Part = (turn) => {
    const path = turn.inputPath.replace(/\.md$/, "_comments.jsonl");
    if (existsSync(path)) paths.push(path);
    left.push(/\d+ older comments/.exec(inputOf(turn))?.[0] ?? "none");
    return skip(turn);
  };
  await using app = await createLoopApp({ team: { Planner: looks } });
  const task = await taskIn(app, "in_review");
  const ids: CommentId[] = [];
  for (let at = 0; at < 2; at++) {
    const { body } = await app.note(task.id, `${SECRET} ${at} ${"x".repeat(150 * 1024)}`);
    ids.push(body.id);
  }
  await app.comment(task.id, "Continue");
  await app.taskWorkers.drain();
  for (const id of ids) await app.deleteComment(id);
  await app.comment(task.id, "And on");
  await app.taskWorkers.drain();
  expect(left).toEqual(["none", "1 older comments", "none"]);
  expect(paths).toHaveLength(1);
  expect(existsSync(paths[0]!)).toBe(false);
});

test("neither an edit nor a deletion is human input or starts anything", async () => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(says("Round 1"), fails(1)) },
    workspace: { max_passes: 2 },
  });
  const task = await app.createTask();
  await untilStatus(app, task.id, "in_review");
  const { body } = await app.note(task.id, "Looks odd");
  const before = await app.task(task.id);
  const queue = app.queueOf(task.id);
  await app.editComment(body.id, "Looks fine");
  await app.deleteComment(body.id);
  await app.taskWorkers.drain();
  const comment_count = before.comment_count - 1;
  expect(await app.task(task.id)).toEqual({ ...before, comment_count });
  expect(app.queueOf(task.id)).toEqual(queue);
  expect(app.script.played).toEqual(["Planner", "Planner"]);
});

test("a comment that a person deletes while an agent works still counts as heard", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(
        heldAt(wait, () => ({ actions: [{ type: "change_status", status: "in_review" }] })),
        skip,
      ),
    },
  });
  const task = await app.createTask();
  await wait.reached;
  const { body } = await app.comment(task.id, "Wait");
  await app.deleteComment(body.id);
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Planner"]);
});

test("people change only their own comments", async () => {
  await using app = await createLoopApp();
  const { task, comment } = await commented(app, "Mine");
  const agent = agentActor(await app.createAgent(app.workspace.id));
  const others = [
    app.taskService.comment(SYSTEM, task.id, "Malamar's"),
    app.taskService.comment(agent, task.id, "The agent's"),
    app.taskService.comment({ ...USER, id: "someone-else-21-chars" }, task.id, "Hers"),
  ];
  for (const { id, content } of others) {
    const edit = await app.call<ErrorBody>("PUT", `/api/comments/${id}`, {
      body: { content: "x" },
    });
    expect([edit.status, edit.body.error]).toEqual([
      403,
      { code: "FORBIDDEN", message: "You can only edit your own comments." },
    ]);
    const removal = await app.call<ErrorBody>("DELETE", `/api/comments/${id}`);
    expect([removal.status, removal.body.error.message]).toEqual([
      403,
      "You can only delete your own comments.",
    ]);
    expect((await app.comments(task.id)).find((kept) => kept.id === id)).toMatchObject({ content });
  }
  for (const actor of [SYSTEM, agent, TRIGGER, { ...agent, id: comment.user_id }]) {
    const tries = [
      () => app.commentService.edit(actor as typeof agent, comment.id, "Theirs"),
      () => app.commentService.remove(actor as typeof agent, comment.id),
    ];
    for (const attempt of tries) expect(attempt).toThrow(AppError);
  }
});

test("a deleted comment cannot be edited, and deleting it again changes nothing", async () => {
  await using app = await createLoopApp();
  const { task, comment } = await commented(app, "Mine");
  await app.deleteComment(comment.id);
  const edit = await app.call<ErrorBody>("PUT", `/api/comments/${comment.id}`, {
    body: { content: "Back again" },
  });
  expect([edit.status, edit.body.error]).toEqual([
    409,
    { code: "CONFLICT", message: "This comment was deleted. Write a new one instead." },
  ]);
  const before = [await app.comments(task.id), await app.logs(task.id), app.published.length];
  expect((await app.deleteComment(comment.id)).status).toBe(204);
  expect([await app.comments(task.id), await app.logs(task.id), app.published.length]).toEqual(
    before,
  );
});

test.each([
  ["a comment that is not there", "0".repeat(21), { content: "x" }, 404, "Comment not found"],
  ["no id", "x", { content: "x" }, 404, "Comment not found"],
  ["no text", null, { content: " " }, 400, "content: must not be empty"],
  ["nothing", null, {}, 400, "content: is required"],
])("an edit of %s is refused", async (_name, given, body, status, message) => {
  await using app = await createLoopApp();
  const { comment } = await commented(app, "Mine");
  const edit = await app.call<ErrorBody>("PUT", `/api/comments/${given ?? comment.id}`, { body });
  expect(edit.status).toBe(status);
  expect(edit.body.error.message).toContain(message);
});

test("an edit changes only the text", async () => {
  await using app = await createLoopApp();
  const { comment } = await commented(app, "Mine");
  const { body } = await app.call<TaskComment>("PUT", `/api/comments/${comment.id}`, {
    body: { content: "Still mine", is_note: true, user_id: "x", deleted_at: "2026" },
  });
  expect(body).toEqual({ ...comment, content: "Still mine", ...changed(body) });
});

test("an export has notes as comments, and nothing of deleted ones", async () => {
  await using app = await createLoopApp();
  const { task, comment } = await commented(app, "Gone");
  await app.note(task.id, "A note");
  const { body: edited } = await app.comment(task.id, "Frist");
  await app.editComment(edited.id, "First");
  await app.deleteComment(comment.id);
  const response = await app.send("GET", `/api/workspaces/${app.workspace.id}/export`);
  const imported = await app.call<{ id: string }>("POST", "/api/import", {
    text: await response.text(),
  });
  expect(imported.status).toBe(201);
  const [copy] = await app.get<{ id: string }[]>(`/api/workspaces/${imported.body.id}/tasks`);
  expect(await app.said(copy!.id)).toEqual(["User: A note", "User: First"]);
});
