import { expect, test } from "bun:test";
import type { Home } from "@malamar/contract/home.ts";
import type { AttentionCount, AttentionItem } from "@malamar/contract/task.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  fails,
  heldAt,
  inTurn,
  isNotLoggedIn,
  skip,
} from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import {
  advance,
  createTroubledApp,
  FIRST_WAIT,
  isWaiting,
  rows,
  SECOND,
} from "#testing/troubled-app.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// A broken engine is one problem, however many tasks need it.

test("after three failures in a row the engine waits: tasks that need it do not start, and use no pass", async () => {
  await using app = await createTroubledApp();
  expect(app.script.played).toHaveLength(3);
  const waiting = (await rows(app)).filter(isWaiting);
  expect(waiting).toHaveLength(18);
  for (const task of waiting) {
    expect(task).toMatchObject({
      pass_count: 0,
      retry_at: null,
      wait_cli: "claude",
      wait_detail: "not logged in",
    });
  }
  // Those that failed first find out at their retry.
  await advance(app, 2 * SECOND);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(20);
  expect(app.script.played).toHaveLength(3);
});

test("Needs you has the tasks that failed, each once, and not the many that wait with them", async () => {
  await using app = await createTroubledApp();
  await advance(app, FIRST_WAIT);
  const failed = (await rows(app)).filter(({ last_error }) => last_error !== null);
  expect(failed).toHaveLength(3);
  const items = await app.get<AttentionItem[]>("/api/attention");
  expect(items.map(({ task_id, reason }) => `${task_id} ${reason}`).toSorted()).toEqual(
    failed.map(({ id }) => `${id} error`).toSorted(),
  );
  expect(await app.get<AttentionCount>("/api/attention?count=1")).toEqual({ count: 3 });
  expect((await app.get<Home>("/api/home")).attention.counts.error).toBe(3);
});

test("one task at a time tries the engine, ever more rarely", async () => {
  await using app = await createTroubledApp();
  const starts: number[] = [];
  for (let seconds = 0; seconds < 3600; seconds += 4) {
    while (app.script.played.length > starts.length) starts.push(seconds);
    await advance(app, 4 * SECOND);
  }
  expect(starts).toEqual([0, 0, 0, 16, 48, 112, 240, 496, 1008, 1908, 2808]);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(20);
});

test("a successful try releases all", async () => {
  const Planner = inTurn(isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, skip);
  await using app = await createTroubledApp({ team: { Planner } });
  await advance(app, FIRST_WAIT);
  expect((await rows(app)).map(({ status }) => status)).toEqual(Array(20).fill("in_review"));
});

test("refreshing the CLIs releases all", async () => {
  const Planner = inTurn(isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, skip);
  await using app = await createTroubledApp({ team: { Planner } });
  expect((await app.call("POST", "/api/health/cli/refresh")).status).toBe(200);
  await advance(app, 2 * SECOND);
  expect((await rows(app)).map(({ status }) => status)).toEqual(Array(20).fill("in_review"));
});

test("after a refresh that did not help, one failure is enough", async () => {
  await using app = await createTroubledApp();
  await advance(app, 2 * SECOND);
  await app.call("POST", "/api/health/cli/refresh");
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(4);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(20);
});

test("agents that had their turn before the engine failed are not asked again", async () => {
  const Coder = inTurn(isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, asksForReview);
  await using app = await createTroubledApp({ team: { Planner: skip, Coder }, tasks: 1 });
  await app.call("PUT", `/api/agents/${app.agentNamed("Planner").id}`, {
    body: { cli_type: "codex" },
  });
  await advance(app, 1 * SECOND);
  await advance(app, 2 * SECOND);
  expect(app.script.played.filter((name) => name === "Planner")).toHaveLength(3);
  expect((await rows(app))[0]).toMatchObject({ wait_reason: "engine", pass_count: 2 });
  await advance(app, FIRST_WAIT);
  await advance(app, 2 * FIRST_WAIT);
  expect(app.script.played.slice(6)).toEqual(["Coder", "Coder"]);
  expect((await rows(app))[0]).toMatchObject({ status: "in_review" });
});

test("tasks on another engine run meanwhile, and so do models of another provider", async () => {
  await using app = await createTroubledApp({ tasks: 0, team: { Planner: isNotLoggedIn } });
  const planner = app.agentNamed("Planner");
  await app.call("PUT", `/api/agents/${planner.id}`, {
    body: { cli_type: "opencode", model: "anthropic/sonnet" },
  });
  for (let at = 0; at < 4; at++) await app.createTask();
  await app.taskWorkers.drain();
  expect((await rows(app)).filter(isWaiting)).toHaveLength(2);

  for (const [name, agent] of [
    ["Other engine", { cli_type: "codex" }],
    ["Other provider", { cli_type: "opencode", model: "openai/gpt" }],
  ] as const) {
    app.script.parts[name] = skip;
    const workspace = await app.createWorkspace({ title: name });
    await app.createAgent(workspace.id, { name, instruction: name, ...agent });
    const task = await app.createTask({}, workspace);
    await app.taskWorkers.drain();
    expect((await app.task(task.id)).status).toBe("in_review");
  }
  expect((await rows(app)).filter(isWaiting)).toHaveLength(2);
});

test("a task's own failures make nobody else wait", async () => {
  await using app = await createTroubledApp({ team: { Planner: fails(1, "boom") }, tasks: 5 });
  expect(app.script.played).toHaveLength(5);
  expect((await rows(app)).map(({ wait_reason }) => wait_reason)).toEqual(Array(5).fill("backoff"));
});

test("a missing working directory is the workspace's problem, not the engine's", async () => {
  await using app = await createTroubledApp({
    workspace: { working_directory_mode: "static", working_directory_path: "/no/such/place" },
    tasks: 5,
  });
  expect((await rows(app)).map(({ wait_reason }) => wait_reason)).toEqual(Array(5).fill("backoff"));
});

test("a restart changes nothing: the engine is tried when it is due", async () => {
  using dir = tempDir();
  {
    await using app = await createTroubledApp({ dataDir: dir.path });
    await advance(app, 2 * SECOND);
  }
  const time = virtualTime("2026-01-01T00:00:03.000Z");
  await using app = await createLoopApp({
    dataDir: dir.path,
    others: { Planner: isNotLoggedIn },
    ...time,
  });
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  time.advance(FIRST_WAIT);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
});

test("switching the agent to another CLI ends the wait", async () => {
  const Planner = inTurn(isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, skip);
  await using app = await createTroubledApp({ team: { Planner } });
  await app.call("PUT", `/api/agents/${app.agentNamed("Planner").id}`, {
    body: { cli_type: "codex" },
  });
  await advance(app, 2 * SECOND);
  expect((await rows(app)).map(({ status }) => status)).toEqual(Array(20).fill("in_review"));
});

test("a task in the middle of its pass continues if its next agent is on a working engine", async () => {
  const door = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(door, skip), Coder: skip },
    others: { Other: isNotLoggedIn },
    ...virtualTime(),
  });
  const disk = (min_free_disk_mb: number) =>
    app.call("PUT", "/api/settings", { body: { min_free_disk_mb } });
  await app.call("PUT", `/api/agents/${app.agentNamed("Coder").id}`, {
    body: { cli_type: "codex" },
  });
  const begun = await app.createTask();
  await door.reached;
  // So it stops between its two agents.
  await disk(1_000_000_000);
  door.open();
  await app.taskWorkers.drain();
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Other", instruction: "Other" });
  const first = await app.taskWorkers.whileHeld(app.workspace.id, async () => {
    await disk(0);
    for (let at = 0; at < 3; at++) await app.createTask({}, other);
    await app.taskWorkers.drain();
    const { id } = await app.createTask();
    await app.call("POST", `/api/tasks/${id}/prioritize`, { body: { is_priority: true } });
    return id;
  });
  await app.taskWorkers.drain();
  expect(await app.task(first)).toMatchObject({ wait_reason: "engine", wait_cli: "claude" });
  expect((await app.task(begun.id)).status).toBe("in_review");
  expect(app.script.played).toEqual(["Planner", "Other", "Other", "Other", "Coder"]);
});

test("a task in the middle of its pass waits for its next agent, and continues with that one", async () => {
  const Coder = inTurn(isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, skip);
  await using app = await createTroubledApp({ team: { Planner: skip, Coder }, tasks: 0 });
  await app.call("PUT", `/api/agents/${app.agentNamed("Planner").id}`, {
    body: { cli_type: "codex" },
  });
  for (let at = 0; at < 3; at++) await app.createTask();
  await app.taskWorkers.drain();
  // Those that failed before the engine waited find out with their whole pass.
  await advance(app, 2 * SECOND);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(3);
  await advance(app, FIRST_WAIT);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(3);
  await advance(app, 2 * FIRST_WAIT);
  expect((await rows(app)).map(({ status }) => status)).toEqual(Array(3).fill("in_review"));
});
