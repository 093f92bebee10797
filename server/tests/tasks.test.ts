import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { USER_ID } from "@malamar/contract/ids.ts";
import type { AttentionItem, Task, TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace, WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { TEST_PORT } from "#testing/create-test-app.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { asksForReview, heldAt, fails, hangs, inTurn, says, skip } from "#testing/scripted-team.ts";

/** A task in each status, with nothing left to do. */
async function taskIn(app: LoopApp, status: TaskStatus): Promise<Task> {
  const task = await app.createTask();
  if (status === "in_progress" || status === "todo") return task;
  await app.runner.drain();
  if (status === "done") await app.move(task.id, "done");
  return app.task(task.id);
}

test("a new task is in Todo, with an empty description and nothing counted", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const { status, body } = await app.call<Task>(
    "POST",
    `/api/workspaces/${app.workspace.id}/tasks`,
    {
      body: { summary: "  Fix\nlogin " },
    },
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({
    workspace_id: app.workspace.id,
    summary: "Fix login",
    description: "",
    status: "todo",
    is_priority: false,
    pass_count: 0,
    failure_count: 0,
    retry_at: null,
    wait_reason: null,
    wait_cli: null,
    last_error: null,
    done_at: null,
    comment_count: 0,
  });
  expect(app.published).toContainEqual({
    type: "task.created",
    workspace_id: app.workspace.id,
    task_id: body.id,
    task_summary: "Fix login",
    actor_type: "user",
    actor_name: "User",
  });
});

test.each([
  [{}, "summary: is required"],
  [{ summary: " " }, "summary: must not be empty"],
  [{ summary: "x", description: 1 }, "description: must be text"],
])("a task cannot be made from %j", async (body, message) => {
  await using app = await createLoopApp();
  const answer = await app.call<ErrorBody>("POST", `/api/workspaces/${app.workspace.id}/tasks`, {
    body,
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toEqual({ code: "VALIDATION_ERROR", message });
});

test.each([
  ["GET", "/api/tasks/nothing"],
  ["PUT", "/api/tasks/nothing"],
  ["DELETE", "/api/tasks/nothing"],
  ["POST", "/api/tasks/nothing/cancel"],
  ["POST", "/api/tasks/nothing/prioritize"],
  ["GET", "/api/tasks/nothing/comments"],
  ["POST", "/api/tasks/nothing/comments"],
  ["GET", "/api/tasks/nothing/logs"],
  ["GET", "/api/tasks/nothing/runs"],
  ["GET", "/api/runs/nothing"],
  ["GET", "/api/runs/nothing/transcript"],
  ["GET", "/api/runs/nothing/stream"],
  ["GET", "/api/workspaces/nothing/tasks"],
  ["POST", "/api/workspaces/nothing/tasks"],
  ["DELETE", "/api/workspaces/nothing/tasks/done"],
])("%s %s of something that is not there is a 404", async (method, path) => {
  await using app = await createLoopApp();
  const body = method === "PUT" || method === "POST" ? { summary: "x", content: "x" } : undefined;
  const answer = await app.call<ErrorBody>(method, path, { body });
  expect(answer.status).toBe(404);
  expect(answer.body.error.code).toBe("NOT_FOUND");
});

test("the list shows what a card needs, without descriptions, the newest update first", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        if (turn.input.includes("Second")) await wait.pass();
        return skip(turn);
      },
    },
  });
  const first = await app.createTask({ summary: "First", description: "long" });
  await app.runner.drain();
  const second = await app.createTask({ summary: "Second" });
  await wait.reached;
  await app.comment(first.id, "Once more");

  const list = await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  expect(list.map((task) => task.summary)).toEqual(["First", "Second"]);
  expect(list.some((task) => "description" in task)).toBe(false);
  expect(list[0]).toMatchObject({ comment_count: 1, is_processing: false, status: "todo" });
  expect(list[1]).toMatchObject({
    id: second.id,
    status: "in_progress",
    is_processing: true,
    current_agent_name: "Planner",
    current_run_id: expect.any(String),
    retry_at: null,
    last_error: null,
  });
  wait.open();
  await app.runner.drain();
});

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
  // Whoever is Todo here waits behind a task that is being worked.
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.input.includes("Blocker") ? hangs(turn) : skip(turn)) },
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

test("an edit and a move that is refused change nothing at all", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "done");
  const answer = await app.call("PUT", `/api/tasks/${task.id}`, {
    body: { summary: "Other", status: "in_review" },
  });
  expect(answer.status).toBe(409);
  expect((await app.task(task.id)).summary).toBe("Fix login");
});

test("Done has a time, and Todo takes it away again", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "done");
  expect(task.done_at).not.toBeNull();
  await app.move(task.id, "todo");
  expect((await app.task(task.id)).done_at).toBeNull();
});

test("editing is logged and never restarts anything", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "in_review");
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { summary: "Fix logout" } });
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.task(task.id)).toMatchObject({ summary: "Fix logout", status: "in_review" });
  expect((await app.logs(task.id)).at(-1)).toMatchObject({
    event_type: "task_edited",
    actor_type: "user",
    metadata: null,
  });
  expect(app.published.at(-1)).toMatchObject({ type: "task.updated", task_summary: "Fix logout" });
});

test("an edit that changes nothing leaves no trace", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "in_review");
  const logs = await app.logs(task.id);
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { summary: "Fix login" } });
  expect(await app.logs(task.id)).toEqual(logs);
});

test("a comment by a person is stored with its author and told to everybody", async () => {
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
  });
  const empty = await app.comment(task.id, " \n");
  expect(empty.status).toBe(400);
});

test("a user comment on an In Review task moves it to Todo and has it worked again", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "in_review");
  await app.comment(task.id, "Not yet");
  expect(app.published.findLast((event) => event.type === "task.status_changed")).toMatchObject({
    old_status: "in_review",
    new_status: "todo",
  });
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Planner"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a comment on a Done task is stored and starts nothing", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "done");
  await app.comment(task.id, "Thanks");
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual(["User: Thanks"]);
  expect((await app.task(task.id)).status).toBe("done");
  expect(app.script.played).toEqual(["Planner"]);
});

test.each<[string, (app: LoopApp, id: string) => Promise<unknown>, boolean]>([
  ["a user comment", (app, id) => app.comment(id, "Go on"), true],
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

test("prioritising is no human input, and neither is being demoted by the runner", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.input.includes("Urgent") ? hangs(turn) : fails(1)(turn)) },
  });
  const task = await app.createTask();
  await app.runner.drain();
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

test("cancel ends the run, says so once, and no further agent starts", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs, Reviewer: skip } });
  const task = await app.createTask();
  await untilStatus(app, task.id, "in_progress");
  const answer = await app.cancel(task.id);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: "in_review", is_processing: false, retry_at: null });
  await app.runner.drain();
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
  await app.runner.drain();
  expect((await app.task(task.id)).status).toBe("in_progress");
  await app.cancel(task.id);
  expect(await app.task(task.id)).toMatchObject({
    status: "in_review",
    retry_at: null,
    wait_reason: null,
  });
});

test("moved to In Review while an agent runs: its comment is kept and nobody follows", async () => {
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
  await app.runner.drain();
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
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Planner", "Reviewer"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

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

test("the priority is taken back by the same door", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const task = await app.createTask();
  await app.call("POST", `/api/tasks/${task.id}/prioritize`);
  const answer = await app.call<Task>("POST", `/api/tasks/${task.id}/prioritize`, {
    body: { is_priority: false },
  });
  expect(answer.body.is_priority).toBe(false);
});

test("a prioritized task is worked before the others", async () => {
  const wait = gate();
  const worked: string[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        worked.push(/## Summary\n\n(.+)/.exec(turn.input)![1]!);
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
  await app.runner.drain();
  expect(worked).toEqual(["Running", "Wanted", "Newest"]);
});

test("the priority goes when the task reaches In Review", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.runner.drain();
  await app.call("POST", `/api/tasks/${task.id}/prioritize`);
  await app.move(task.id, "in_review");
  expect((await app.task(task.id)).is_priority).toBe(false);
});

test("a priority does not override the retry time", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.runner.drain();
  await app.call("POST", `/api/tasks/${task.id}/prioritize`);
  await app.runner.drain();
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
    await app.runner.drain();
    expect((await app.call("GET", `/api/tasks/${task.id}`)).status).toBe(404);
    expect((await app.call("GET", `/api/runs/${run!.id}`)).status).toBe(404);
    expect(await Bun.file(`${app.dataDir}/runs/${run!.id}.jsonl`).exists()).toBe(false);
    for (const table of ["task_comments", "task_logs", "task_queue", "runs"]) {
      expect(app.db.query(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
    }
    expect(app.published.at(-1)).toMatchObject({ type: "task.deleted", task_id: task.id });
  },
);

test("a task that waits in Todo can be deleted, and is never worked", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const blocker = await app.createTask();
  await untilStatus(app, blocker.id, "in_progress");
  const waiting = await app.createTask();
  expect((await app.call("DELETE", `/api/tasks/${waiting.id}`)).status).toBe(204);
  await app.cancel(blocker.id);
  await app.runner.drain();
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

test("authors go by the agent's current name, User, System and (Deleted Agent)", async () => {
  await using app = await createLoopApp({
    team: { Planner: says("A plan"), Reviewer: says("A review"), Tester: fails(3) },
  });
  const task = await app.createTask();
  await app.runner.drain();
  await app.comment(task.id, "Hello");
  await app.cancel(task.id);
  await app.call("PUT", `/api/agents/${app.agentNamed("Planner").id}`, {
    body: { name: "Thinker" },
  });
  await app.call("DELETE", `/api/agents/${app.agentNamed("Reviewer").id}`);
  const authors = (await app.comments(task.id)).map(({ author_name }) => author_name);
  expect(new Set(authors)).toEqual(new Set(["Thinker", "(Deleted Agent)", "System", "User"]));
  expect((await app.comments(task.id)).find(({ content }) => content === "A review")).toMatchObject(
    {
      agent_id: app.agentNamed("Reviewer").id,
      run_id: expect.any(String),
    },
  );
});

test("every write moves the workspace's last activity", async () => {
  await using app = await createLoopApp();
  const lastActivity = async () =>
    (await app.get<Workspace>(`/api/workspaces/${app.workspace.id}`)).last_activity_at;
  const task = await taskIn(app, "in_review");
  for (const act of [
    () => app.comment(task.id, "x"),
    () => app.runner.drain(),
    () => app.call("PUT", `/api/tasks/${task.id}`, { body: { summary: "y" } }),
    () => app.move(task.id, "done"),
    () => app.call("DELETE", `/api/tasks/${task.id}`),
  ]) {
    const before = await lastActivity();
    await act();
    expect((await lastActivity()) > before).toBe(true);
  }
});

test("the cards of workspaces count their tasks", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const task = await app.createTask();
  await untilStatus(app, task.id, "in_progress");
  await app.createTask();
  const list = await app.get<WorkspaceSummary[]>("/api/workspaces?q=website");
  expect(list[0]).toMatchObject({ todo_count: 1, in_progress_count: 1, in_review_count: 0 });
});

test("what waits for the person is listed over all workspaces", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        if (turn.input.includes("Broken")) return fails(2, "no key")(turn);
        return turn.input.includes("Talker") ? says("Same")(turn) : skip(turn);
      },
    },
  });
  const review = await app.createTask({ summary: "Review me" });
  const talker = await app.createTask({ summary: "Talker" });
  const broken = await app.createTask({ summary: "Broken" });
  await app.runner.drain();
  const attention = await app.get<AttentionItem[]>("/api/attention");
  const byTask = new Map(attention.map((item) => [item.task_id, item]));
  expect(byTask.get(review.id)).toMatchObject({
    reason: "in_review",
    workspace_title: "Website",
    task_summary: "Review me",
    guard: null,
    detail: null,
  });
  expect(byTask.get(talker.id)).toMatchObject({ reason: "in_review", guard: "no_progress" });
  expect(byTask.get(broken.id)).toMatchObject({
    reason: "error",
    status: "todo",
    detail: "CLI exited with code 2. no key",
  });
  await app.call("PUT", `/api/tasks/${review.id}`, { body: { description: "More" } });
  const again = await app.get<AttentionItem[]>("/api/attention");
  expect(again.find((item) => item.task_id === review.id)!.since).toBe(
    byTask.get(review.id)!.since,
  );
  await app.move(review.id, "done");
  expect((await app.get<AttentionItem[]>("/api/attention")).map((i) => i.task_id)).not.toContain(
    review.id,
  );
});

async function untilStatus(app: LoopApp, id: string, status: TaskStatus): Promise<void> {
  while ((await app.task(id)).status !== status) await new Promise(setImmediate);
}

test("a user comment on a task in Todo is human input as well", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.input.includes("Urgent") ? hangs(turn) : fails(1)(turn)) },
  });
  const task = await app.createTask();
  await app.runner.drain();
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

test("it is the person who moves a task by a cancel, and nothing of it stays queued", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.runner.drain();
  await app.cancel(task.id);
  expect((await app.logs(task.id)).at(-1)).toMatchObject({
    event_type: "status_changed",
    actor_type: "user",
    metadata: { old_status: "in_progress", new_status: "in_review" },
  });
  expect(app.db.query("SELECT 1 FROM task_queue WHERE status = 'queued'").all()).toEqual([]);
});

test("every change of a priority is told to everybody and logged once", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.runner.drain();
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

test("a comment on a Done task queues nothing, whoever makes it", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, says("Late")) } });
  const task = await app.createTask();
  await wait.reached;
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  await app.comment(task.id, "Thanks");
  wait.open();
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual(["User: Thanks", "Planner: Late"]);
  expect(app.db.query("SELECT 1 FROM task_queue WHERE status = 'queued'").all()).toEqual([]);
});

test("a letter that two parts of a body share is read as one", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "done");
  const bytes = new TextEncoder().encode(JSON.stringify({ content: "Größe" }));
  const cut = bytes.findIndex((byte) => byte > 127) + 1;
  const request = new Request(`http://localhost/api/tasks/${task.id}/comments`, {
    method: "POST",
    headers: { host: `localhost:${TEST_PORT}`, "content-type": "application/json" },
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    }),
  });
  const answer = await app.handle(request, { address: () => "", limitIdle: () => {} });
  expect(answer.status).toBe(201);
  expect(await app.said(task.id)).toEqual(["User: Größe"]);
});

test("the stream of a run has no idle limit, and goes on from where the browser says it is", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "in_review");
  const [run] = await app.runs(task.id);
  const limits: number[] = [];
  const open = (headers: Record<string, string>) =>
    app.handle(
      new Request(`http://localhost/api/runs/${run!.id}/stream?last_event_id=1`, {
        headers: { host: `localhost:${TEST_PORT}`, ...headers },
      }),
      { address: () => "", limitIdle: (seconds) => limits.push(seconds) },
    );
  const fromAddress = await open({});
  expect(fromAddress.status).toBe(200);
  expect(await fromAddress.text()).toContain("event: finished");
  expect((await open({ "last-event-id": "2" })).status).toBe(204);
  expect(limits).toEqual([0, 0]);
});
