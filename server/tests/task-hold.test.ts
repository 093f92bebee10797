import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Task } from "@malamar/contract/task.ts";
import { createTaskWaitStore } from "#domain/task/task-wait-store.ts";
import { answers, createChatApp } from "#testing/chat-app.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { fails, hangs, heldAt, says, skip } from "#testing/scripted-team.ts";
import { untilStatus } from "#testing/tasks-in-status.ts";
import { tempDir } from "#testing/temp-dir.ts";

const hold = (app: LoopApp, id: string, is_on_hold: boolean) =>
  app.call<Task & ErrorBody>("PUT", `/api/tasks/${id}`, { body: { is_on_hold } });
const pause = (app: LoopApp, is_paused: boolean) =>
  app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: { is_paused } });
const eventsOf = async (app: LoopApp, id: string) =>
  (await app.logs(id)).map(({ event_type, actor_type }) => `${event_type} by ${actor_type}`);

test("a task that is added without starting begins when it is released", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await app.createTask({ is_on_hold: true });
  expect(task.is_on_hold).toBe(true);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  expect((await hold(app, task.id, false)).body.is_on_hold).toBe(false);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect((await eventsOf(app, task.id)).slice(0, 3)).toEqual([
    "task_created by user",
    "task_held by user",
    "task_released by user",
  ]);
});

test("a hold lets an active run continue, and no further pass begins", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(wait, says("A plan")), Reviewer: skip },
  });
  const task = await app.createTask();
  await wait.reached;
  await hold(app, task.id, true);
  const told = app.published.at(-1);
  expect(told).toMatchObject({ type: "task.updated", task_id: task.id });
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Reviewer"]);
  expect(await app.task(task.id)).toMatchObject({ status: "in_progress", is_on_hold: true });
  expect(app.queueOf(task.id)).toEqual(["completed", "queued"]);
});

test("a comment on a held task is stored, counts, and waits with it", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await hold(app, task.id, true);
  await app.comment(task.id, "Try it with the other key");
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.task(task.id)).toMatchObject({
    is_on_hold: true,
    failure_count: 0,
    pass_count: 0,
    retry_at: null,
  });
  app.script.parts["Planner"] = skip;
  await hold(app, task.id, false);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a hold is not human input", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const before = await app.task(task.id);
  await hold(app, task.id, true);
  await hold(app, task.id, false);
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { labels: ["late"] } });
  const { pass_count, failure_count, retry_at } = await app.task(task.id);
  expect(before.pass_count).toBe(1);
  expect({ pass_count, failure_count, retry_at }).toEqual({
    pass_count: before.pass_count,
    failure_count: before.failure_count,
    retry_at: before.retry_at,
  });
});

test("a held task in review is sent back and waits; a Done one is never on hold", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await hold(app, task.id, true);
  await app.comment(task.id, "Once more");
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "todo", is_on_hold: true });
  await hold(app, task.id, false);
  await app.taskWorkers.drain();
  await hold(app, task.id, true);
  await app.move(task.id, "done");
  expect((await app.task(task.id)).is_on_hold).toBe(false);
  expect((await eventsOf(app, task.id)).at(-1)).toBe("task_released by system");
  expect((await hold(app, task.id, true)).status).toBe(409);
});

test("a hold and a pause survive a restart", async () => {
  using dir = tempDir();
  let ids: string[] = [];
  {
    await using app = await createLoopApp({ team: { Planner: skip }, dataDir: dir.path });
    ids = [(await app.createTask({ is_on_hold: true })).id];
    const other = await app.createWorkspace({ title: "Paused", is_paused: true });
    ids.push((await app.createTask({}, other)).id);
  }
  await using app = await createLoopApp({ others: { Planner: skip }, dataDir: dir.path });
  await app.taskWorkers.drain();
  for (const id of ids) expect((await app.task(id)).status).toBe("todo");
});

test("held tasks that wait for a broken engine do not try it", async () => {
  await using app = await createLoopApp({ team: { Planner: fails(1) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const waits = createTaskWaitStore(app.db);
  const tries = () => ({
    engines: waits.enginesToProbe(),
    tasks: waits.probesFor("claude").map(({ id }) => id),
  });
  app.db.run("UPDATE tasks SET wait_reason = 'engine', wait_cli = 'claude', retry_at = NULL");
  await hold(app, task.id, true);
  expect(tries()).toEqual({ engines: [], tasks: [] });
  // After a start, it is still known what they wait for.
  expect(waits.enginesWaitedFor()).toEqual(["claude"]);
  await hold(app, task.id, false);
  expect(tries()).toEqual({ engines: ["claude"], tasks: [task.id] });
  await pause(app, true);
  expect(tries()).toEqual({ engines: [], tasks: [] });
});

test.each([
  ["a hold", (app: LoopApp, id: string, on: boolean) => hold(app, id, on)],
  ["a pause of its workspace", (app: LoopApp, _: string, on: boolean) => pause(app, on)],
  [
    "a pause of everything",
    (app: LoopApp, _: string, is_paused: boolean) =>
      app.call("PUT", "/api/settings", { body: { is_paused } }),
  ],
])("%s stops a task that still waits for a free slot", async (_what, set) => {
  const wait = gate();
  await using app = await createLoopApp({
    config: { "max-concurrent-runs": 1 },
    team: { Planner: skip },
    others: { Busy: heldAt(wait, skip) },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Busy", instruction: "Busy" });
  await app.createTask({}, other);
  await wait.reached;
  const { id } = await app.createTask();
  await untilStatus(app, id, "in_progress");
  await set(app, id, true);
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Busy"]);
  expect(await app.task(id)).toMatchObject({ is_processing: false, pass_count: 0 });
  expect(app.queueOf(id)).toEqual(["queued"]);
  await set(app, id, false);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Busy", "Planner"]);
  expect(await app.task(id)).toMatchObject({ status: "in_review", pass_count: 1, pass: 1 });
});

test("a person's comment on a held task that waits for a free slot is worked once", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    config: { "max-concurrent-runs": 1 },
    team: { Planner: skip, Reviewer: skip },
    others: { Busy: heldAt(wait, skip) },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Busy", instruction: "Busy" });
  await app.createTask({}, other);
  await wait.reached;
  const { id } = await app.createTask();
  await untilStatus(app, id, "in_progress");
  await hold(app, id, true);
  await app.ask(id, app.agentNamed("Reviewer").id, "What do you think?");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.queueOf(id)).toEqual(["failed", "queued"]);
  await hold(app, id, false);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Busy", "Reviewer"]);
  expect((await app.task(id)).status).toBe("in_review");
});

// ── Pause

test("a pause stops pickups of its workspace alone, and says so on every open task", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const other = await app.createWorkspace({ title: "Other" });
  const [first, done] = [await app.createTask(), await app.createTask()];
  await app.taskWorkers.drain();
  await app.move(done.id, "done");
  await pause(app, true);
  await app.move(first.id, "todo");
  const second = await app.createTask();
  const elsewhere = await app.createTask({}, other);
  await app.taskWorkers.drain();
  expect((await app.task(first.id)).status).toBe("todo");
  expect((await app.task(second.id)).status).toBe("todo");
  expect((await app.task(elsewhere.id)).status).toBe("in_review");
  await pause(app, true);
  await pause(app, false);
  await app.taskWorkers.drain();
  expect((await app.task(second.id)).status).toBe("in_review");
  const paused = async (id: string) =>
    (await eventsOf(app, id)).filter((event) => event.startsWith("workspace_"));
  expect(await paused(second.id)).toEqual(["workspace_resumed by user"]);
  expect(await paused(done.id)).toEqual([]);
});

test("a pass that is active when its workspace pauses continues to its end", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(wait, says("A plan")), Reviewer: skip },
  });
  const task = await app.createTask();
  await wait.reached;
  await pause(app, true);
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Reviewer"]);
  expect((await app.task(task.id)).status).toBe("in_progress");
  expect(await eventsOf(app, task.id)).toContain("workspace_paused by user");
});

test("pausing everything stops pickups in all workspaces, across a restart, but neither chats nor decisions", async () => {
  using dir = tempDir();
  const parts = { Planner: skip, Other: skip, Malamar: answers("Hello") };
  const ids: string[] = [];
  {
    await using app = await createChatApp({
      team: { Planner: skip },
      others: parts,
      dataDir: dir.path,
    });
    const other = await app.createWorkspace({ title: "Other" });
    await app.createAgent(other.id, { name: "Other", instruction: "Other" });
    const reviewed = await app.createTask();
    await app.taskWorkers.drain();
    await app.call("PUT", "/api/settings", { body: { is_paused: true } });
    ids.push((await app.createTask()).id, (await app.createTask({}, other)).id, reviewed.id);
    await app.comment(reviewed.id, "Continue");
    const { id } = await app.startChat();
    expect((await app.ask(id)).messages.at(-1)?.message).toBe("Hello");
    await app.taskWorkers.drain();
    expect(app.script.played).toEqual(["Planner", "Malamar"]);
  }
  await using app = await createLoopApp({ others: parts, dataDir: dir.path });
  await app.taskWorkers.drain();
  for (const id of ids) expect((await app.task(id)).status).toBe("todo");
  await app.call("PUT", "/api/settings", { body: { is_paused: false } });
  await app.taskWorkers.drain();
  for (const id of ids) expect((await app.task(id)).status).toBe("in_review");
});

// ── Stop

test("a stop ends the run without a comment, does not count the pass, and puts the task on hold", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const task = await app.createTask();
  await untilStatus(app, task.id, "in_progress");
  while (app.script.played.length === 0) await new Promise(setImmediate);
  const { status, body } = await app.call<Task>("POST", `/api/tasks/${task.id}/stop`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: "todo", is_on_hold: true, pass_count: 0, is_processing: false },
  });
  await app.taskWorkers.drain();
  expect(await app.comments(task.id)).toEqual([]);
  expect((await app.runs(task.id)).map((run) => run.status)).toEqual(["cancelled"]);
  expect(app.queueOf(task.id)).toEqual(["failed", "queued"]);
  expect(await eventsOf(app, task.id)).toContain("task_held by user");
  app.script.parts["Planner"] = skip;
  await hold(app, task.id, false);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 1 });
});

test("only a task In Progress can be stopped", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await app.createTask({ is_on_hold: true });
  const answer = await app.call<ErrorBody>("POST", `/api/tasks/${task.id}/stop`);
  expect(answer).toMatchObject({
    status: 409,
    body: { error: { message: "Only a task that is In Progress can be stopped." } },
  });
});
