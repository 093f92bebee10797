import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Task, TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace, WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { fails, hangs, says, skip } from "#testing/scripted-team.ts";
import { taskIn, untilStatus } from "#testing/tasks-in-status.ts";

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
    number: 1,
    labels: [],
    is_priority: false,
    is_on_hold: false,
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
    task: expect.objectContaining({ id: body.id, status: "todo" }),
  });
});

test.each([
  [{}, "summary: is required"],
  [{ summary: " " }, "summary: must not be empty"],
  [{ summary: "x", description: 1 }, "description: must be text"],
])("a task cannot be created from %j", async (body, message) => {
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
])("%s %s of something that does not exist is a 404", async (method, path) => {
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
        if (turn.summary.includes("Second")) await wait.pass();
        return skip(turn);
      },
    },
  });
  const first = await app.createTask({ summary: "First", description: "long" });
  await app.taskWorkers.drain();
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
  await app.taskWorkers.drain();
});

test("editing is logged and never restarts anything", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "in_review");
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { summary: "Fix logout" } });
  await app.taskWorkers.drain();
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

test("authors appear as the agent's current name, User, System and (Deleted Agent)", async () => {
  await using app = await createLoopApp({
    team: { Planner: says("A plan"), Reviewer: says("A review"), Tester: fails(3) },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
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

test("every write updates the workspace's last activity", async () => {
  await using app = await createLoopApp();
  const lastActivity = async () =>
    (await app.get<Workspace>(`/api/workspaces/${app.workspace.id}`)).last_activity_at;
  const task = await taskIn(app, "in_review");
  for (const act of [
    () => app.comment(task.id, "x"),
    () => app.taskWorkers.drain(),
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
