import { expect, test } from "bun:test";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import {
  fails,
  inTurn,
  skip,
  hitsQuota,
  IN_TWO_HOURS,
  saysSomethingNew,
} from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const MINUTE = 60_000;

test("a task waits until its CLI's quota resets, and that counts neither as pass nor as error", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(hitsQuota(), skip) },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({
    status: "in_progress",
    retry_at: IN_TWO_HOURS,
    wait_reason: "quota",
    wait_cli: "claude",
    pass_count: 0,
    failure_count: 0,
    last_error: null,
  });
  expect((await app.get<AttentionItem[]>("/api/attention"))[0]).toMatchObject({
    reason: "quota",
    retry_at: IN_TWO_HOURS,
    wait_cli: "claude",
  });
  expect(app.published.some((event) => event.type === "task.error_occurred")).toBe(false);
  time.advance(2 * 60 * MINUTE - 1);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(1);
  time.advance(1);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 1 });
});

test("another limit after the first is waited for as well, but not forever: the fourth in a row is an ordinary failure", async () => {
  const time = virtualTime();
  const resets = [2, 4, 6, 8].map((hour) => `2026-01-01T0${hour}:00:00.000Z`);
  await using app = await createLoopApp({
    team: { Planner: inTurn(...resets.map((at) => hitsQuota(at)), skip) },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  for (const retry_at of resets.slice(0, 3)) {
    expect(await app.task(task.id)).toMatchObject({
      wait_reason: "quota",
      failure_count: 0,
      pass_count: 0,
      retry_at,
    });
    time.advance(2 * 60 * MINUTE);
    await app.taskWorkers.drain();
  }
  expect(await app.task(task.id)).toMatchObject({
    wait_reason: "backoff",
    failure_count: 1,
    pass_count: 1,
    retry_at: "2026-01-01T06:00:01.000Z",
  });
});

test("refused runs are not believed forever while another agent works on the same CLI", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: {
      Planner: saysSomethingNew,
      Coder: (turn) => hitsQuota(new Date(Date.parse(time.clock()) + 1000).toISOString())(turn),
    },
    workspace: { max_passes: 3 },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  for (let turns = 0; turns < 50 && (await app.task(task.id)).status !== "in_review"; turns++) {
    time.advanceToNext();
    await app.taskWorkers.drain();
  }
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 3 });
  expect(app.script.played.filter((name) => name === "Coder")).toHaveLength(6);
});

test("a restart does not forget a quota", async () => {
  using dir = tempDir();
  const time = virtualTime();
  {
    await using app = await createLoopApp({
      team: { Planner: hitsQuota() },
      dataDir: dir.path,
      ...time,
    });
    await app.createTask();
    await app.taskWorkers.drain();
  }
  await using app = await createLoopApp({ dataDir: dir.path, ...time });
  app.script.parts["Planner"] = skip;
  await app.hire("Planner", { cli_type: "claude" });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  expect((await app.task(task.id)).wait_reason).toBe("quota");
});

test("a quota that is hit again after the CLI worked is believed again", async () => {
  const time = virtualTime();
  const four = "2026-01-01T04:00:00.000Z";
  await using app = await createLoopApp({
    team: { Planner: inTurn(hitsQuota(), saysSomethingNew, hitsQuota(four), skip) },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(2 * 60 * MINUTE);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "quota", retry_at: four });
});

test("a quota is listed with the CLI and the time at which it ends", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.get<AttentionItem[]>("/api/attention")).toMatchObject([
    { detail: `Claude Code quota, resumes at ${IN_TWO_HOURS}` },
  ]);
});

test("a CLI's latest report about its quota counts, and a short wait is not prolonged by a long one", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hitsQuota() },
    config: { "runner-poll-interval": 24 * 60 * MINUTE },
    ...time,
  });
  const workspaces = [];
  for (const [name, part] of [
    ["Coder", hitsQuota("2026-01-01T04:00:00.000Z")],
    ["Late", skip],
  ] as const) {
    app.script.parts[name] = part;
    const workspace = await app.createWorkspace({ title: name });
    await app.createAgent(workspace.id, { name, instruction: name });
    workspaces.push(workspace);
  }
  const first = await app.createTask();
  await app.taskWorkers.drain();
  await app.cancel(first.id);
  time.advance(2 * 60 * MINUTE);
  await app.createTask({}, workspaces[0]);
  await app.taskWorkers.drain();
  const late = await app.createTask({}, workspaces[1]);
  await app.taskWorkers.drain();
  expect(await app.task(late.id)).toMatchObject({
    wait_reason: "quota",
    retry_at: "2026-01-01T04:00:00.000Z",
  });
  app.script.parts["Free"] = inTurn(fails(1), skip);
  const free = await app.createWorkspace({ title: "Free" });
  await app.createAgent(free.id, { name: "Free", instruction: "Free", cli_type: "codex" });
  await app.createTask({}, free);
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(app.script.played.filter((name) => name === "Free")).toHaveLength(2);
});

test("a wait for a quota is not an overlong backoff", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).retry_at).toBe(IN_TWO_HOURS);
});
