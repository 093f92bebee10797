import { expect, test } from "bun:test";
import type { TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { heldAt, fails, hangs, inTurn, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// ── Queue

test("a task is queued when it is created, and its item completes with the pass", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await app.createTask();
  expect(app.queueOf(task.id)).toEqual(["queued"]);
  await app.taskWorkers.drain();
  expect(app.queueOf(task.id)).toEqual(["completed"]);
});

test("a move to Todo queues the task", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.move(task.id, "todo");
  expect(app.queueOf(task.id)).toEqual(["completed", "queued"]);
  await app.taskWorkers.drain();
});

test("comments bump the one queued item; a running item is not in the way", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "One");
  const queuedAt = () =>
    app.db.query("SELECT updated_at FROM task_queue WHERE status = 'queued'").all();
  expect(queuedAt()).toHaveLength(1);
  const before = queuedAt();
  await app.comment(task.id, "Two");
  expect(queuedAt()).toHaveLength(1);
  expect(queuedAt()).not.toEqual(before);
  expect(app.queueOf(task.id)).toEqual(["in_progress", "queued"]);
  wait.open();
  await app.taskWorkers.drain();
});

// ── Wake-up

test("the commit that queues an item wakes the taskWorkers, without any poll", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: skip }, ...time });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(time.elapsed()).toBe(0);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("the poll finds what no event announced", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: skip }, ...time });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  app.db.run("UPDATE tasks SET status = 'todo'");
  app.db.run("UPDATE task_queue SET status = 'queued'");
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(1);
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("one worker per workspace, workspaces in parallel", async () => {
  const gates = [gate(), gate()];
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await gates[turn.summary.includes("Elsewhere") ? 1 : 0]!.pass();
        return skip(turn);
      },
    },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  for (const workspace of [app.workspace, app.workspace]) await app.createTask({}, workspace);
  await app.createTask({ summary: "Elsewhere" }, other);
  await Promise.all(gates.map(({ reached }) => reached));
  expect(app.script.played).toHaveLength(2);
  const list = await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  expect(list.filter((task) => task.is_processing)).toHaveLength(1);
  for (const { open } of gates) open();
  await app.taskWorkers.drain();
});

test("the global limit holds over all workspaces, and everyone gets a turn", async () => {
  let running = 0;
  let most = 0;
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running -= 1;
        return skip(turn);
      },
    },
    config: { "max-concurrent-runs": 2 },
  });
  const others: Workspace[] = [];
  for (const title of ["A", "B", "C", "D"]) {
    const workspace = await app.createWorkspace({ title });
    await app.createAgent(workspace.id, { name: "Planner", instruction: "Planner" });
    others.push(workspace);
  }
  const tasks = [];
  for (const workspace of [app.workspace, ...others])
    tasks.push(await app.createTask({}, workspace));
  await app.taskWorkers.drain();
  expect(most).toBe(2);
  for (const task of tasks) expect((await app.task(task.id)).status).toBe("in_review");
});

test("a task that waits for a free slot can be cancelled", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
    },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  await app.createTask();
  await wait.reached;
  const waiting = await app.createTask({}, other);
  while ((await app.task(waiting.id)).status !== "in_progress") await new Promise(setImmediate);
  expect((await app.cancel(waiting.id)).body.status).toBe("in_review");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(1);
});

test("a finished pass does not wait for a free slot", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        if (turn.summary.includes("Long")) await wait.pass();
        return skip(turn);
      },
    },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  const [short, long] = [await app.createTask(), await app.createTask({ summary: "Long" }, other)];
  await wait.reached;
  while ((await app.task(short.id)).status !== "in_review") await new Promise(setImmediate);
  expect((await app.task(long.id)).status).toBe("in_progress");
  wait.open();
  await app.taskWorkers.drain();
});

// ── Turns and times

test("a team finishes what it has begun before it takes newer tasks", async () => {
  const wait = gate();
  const worked: string[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        worked.push(turn.summary);
        return turn.visit === 1 ? says("A plan")(turn) : skip(turn);
      },
      Reviewer: heldAt(wait, skip),
    },
  });
  await app.createTask({ summary: "Begun" });
  await wait.reached;
  // Newer than the comment that queued the first one again.
  await app.createTask({ summary: "Newer" });
  wait.open();
  await app.taskWorkers.drain();
  expect(worked).toEqual(["Begun", "Begun", "Newer"]);
});

test("a task that is put back has an item in the queue, created if it is missing", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.summary.includes("Urgent") ? hangs(turn) : fails(1)(turn)) },
  });
  const failing = await app.createTask({ summary: "Failing" });
  await app.taskWorkers.drain();
  app.db.run("DELETE FROM task_queue WHERE status = 'queued'");
  const urgent = await app.createTask({ summary: "Urgent" });
  while ((await app.task(urgent.id)).status !== "in_progress") await new Promise(setImmediate);
  expect((await app.task(failing.id)).status).toBe("todo");
  expect(app.queueOf(failing.id)).toEqual(["failed", "queued"]);
});

const HOUR = 3_600_000;

test("a retry comes at its time, without any poll", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: fails(1) },
    config: { "runner-poll-interval": HOUR },
    ...time,
  });
  await app.createTask();
  for (const [ms, starts] of [
    [0, 1],
    [1000, 2],
    [2000, 3],
    [3999, 3],
    [1, 4],
  ] as const) {
    time.advance(ms);
    await app.taskWorkers.drain();
    expect(app.script.played).toHaveLength(starts);
  }
});

test("a retry left by the previous process comes at its time, without any poll", async () => {
  using dir = tempDir();
  const time = virtualTime();
  const options = { dataDir: dir.path, config: { "runner-poll-interval": HOUR }, ...time };
  {
    await using app = await createLoopApp({ team: { Planner: fails(1) }, ...options });
    await app.createTask();
    await app.taskWorkers.drain();
  }
  await using app = await createLoopApp(options);
  app.script.parts["Planner"] = skip;
  time.advance(999);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  time.advance(1);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
});

test("the poll repeats", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: skip }, ...time });
  await app.createTask();
  await app.taskWorkers.drain();
  for (const looks of [2, 3]) {
    time.advance(1000);
    await app.taskWorkers.drain();
    app.db.run("UPDATE tasks SET status = 'todo'");
    app.db.run("UPDATE task_queue SET status = 'queued'");
    time.advance(1000);
    await app.taskWorkers.drain();
    expect(app.script.played).toHaveLength(looks);
  }
});

test("a task that is being retried no longer waits", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: inTurn(fails(1), hangs) }, ...time });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  while (app.script.played.length < 2) await new Promise(setImmediate);
  expect(await app.task(task.id)).toMatchObject({
    is_processing: true,
    failure_count: 1,
    retry_at: null,
    wait_reason: null,
  });
});
