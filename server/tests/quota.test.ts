import { expect, test } from "bun:test";
import type { CliType } from "@malamar/contract/cli.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import {
  fails,
  heldAt,
  inTurn,
  skip,
  hitsQuota,
  IN_TWO_HOURS,
  saysSomethingNew,
} from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const MINUTE = 60_000;

async function onCli(app: LoopApp, name: string, cli_type: CliType) {
  await app.call("PUT", `/api/agents/${app.agentNamed(name).id}`, { body: { cli_type } });
}

test("a task waits until the quota of its CLI resets, and that counts neither as pass nor as error", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(hitsQuota(), skip) },
    ...time,
  });
  const task = await app.createTask();
  await app.runner.drain();
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
  await app.runner.drain();
  expect(app.script.played).toHaveLength(1);
  time.advance(1);
  await app.runner.drain();
  expect(app.script.played).toHaveLength(2);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 1 });
});

test("so does every other task whose next agent uses that CLI, in every workspace", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: inTurn(hitsQuota(), skip) }, ...time });
  const other = await app.createWorkspace({ title: "Other" });
  app.script.parts["Coder"] = skip;
  app.script.parts["Free"] = skip;
  await app.createAgent(other.id, { name: "Coder", instruction: "Coder" });
  const third = await app.createWorkspace({ title: "Third" });
  await app.createAgent(third.id, { name: "Free", instruction: "Free", cli_type: "codex" });
  const first = await app.createTask();
  await app.runner.drain();
  const waiting = await app.createTask({}, other);
  const free = await app.createTask({}, third);
  await app.runner.drain();
  expect(await app.task(waiting.id)).toMatchObject({
    status: "todo",
    pass_count: 0,
    retry_at: IN_TWO_HOURS,
    wait_reason: "quota",
    wait_cli: "claude",
  });
  expect((await app.task(free.id)).status).toBe("in_review");
  time.advance(2 * 60 * MINUTE);
  await app.runner.drain();
  for (const { id } of [first, waiting]) expect((await app.task(id)).status).toBe("in_review");
});

test("in mid-pass a CLI without quota stops the pass before it is started", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: skip, Coder: inTurn(hitsQuota(), skip) },
    ...time,
  });
  await onCli(app, "Planner", "codex");
  await app.createTask();
  await app.runner.drain();
  const second = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Coder", "Planner"]);
  expect(await app.task(second.id)).toMatchObject({ pass_count: 0, wait_reason: "quota" });
});

test("a second refusal after the wait goes on with ordinary backoff", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(hitsQuota(), hitsQuota("2026-01-01T04:00:00.000Z"), skip) },
    ...time,
  });
  const task = await app.createTask();
  await app.runner.drain();
  time.advance(2 * 60 * MINUTE);
  await app.runner.drain();
  expect(await app.task(task.id)).toMatchObject({
    wait_reason: "backoff",
    failure_count: 1,
    retry_at: "2026-01-01T02:00:01.000Z",
  });
});

test("a refusal behind an agent that works on the same CLI is believed only once", async () => {
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
  await app.runner.drain();
  for (let turns = 0; turns < 50 && (await app.task(task.id)).status !== "in_review"; turns++) {
    time.advanceToNext();
    await app.runner.drain();
  }
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 3 });
  expect(app.script.played.filter((name) => name === "Coder")).toHaveLength(4);
});

test("an agent that moves to another CLI waits for no quota of the old one", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: inTurn(hitsQuota(), skip) }, ...time });
  const task = await app.createTask();
  await app.runner.drain();
  await onCli(app, "Planner", "codex");
  await app.runner.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", wait_reason: null });
});

test("however many tasks need a CLI without quota, all of them wait at once", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  await app.createTask();
  await app.runner.drain();
  await app.runner.stop();
  for (let at = 0; at < 50; at++) await app.createTask();
  await app.startLoop();
  await app.runner.drain();
  const waiting = app.db.query("SELECT count(*) AS n FROM tasks WHERE wait_reason = 'quota'").get();
  expect(waiting).toEqual({ n: 51 });
  expect(app.script.played).toHaveLength(1);
});

test("a comment of the person tries at once, and success frees everybody who waits", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: inTurn(hitsQuota(), skip) }, ...time });
  const first = await app.createTask();
  await app.runner.drain();
  const second = await app.createTask();
  await app.runner.drain();
  expect((await app.task(second.id)).wait_reason).toBe("quota");
  await app.comment(first.id, "I have bought more");
  await app.runner.drain();
  for (const { id } of [first, second]) expect((await app.task(id)).status).toBe("in_review");
});

test("a run that was under way when the limit was hit ends nobody's wait", async () => {
  const time = virtualTime();
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  app.script.parts["Coder"] = heldAt(wait, skip);
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Coder", instruction: "Coder" });
  const early = await app.createTask({}, other);
  await wait.reached;
  const refused = await app.createTask();
  while ((await app.task(refused.id)).wait_reason === null) await new Promise(setImmediate);
  wait.open();
  await app.runner.drain();
  expect((await app.task(early.id)).status).toBe("in_review");
  expect(await app.task(refused.id)).toMatchObject({
    wait_reason: "quota",
    retry_at: IN_TWO_HOURS,
  });
  expect(app.script.played).toEqual(["Coder", "Planner"]);
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
    await app.runner.drain();
  }
  await using app = await createLoopApp({ dataDir: dir.path, ...time });
  app.script.parts["Planner"] = skip;
  await app.hire("Planner", { cli_type: "claude" });
  const task = await app.createTask();
  await app.runner.drain();
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
  await app.runner.drain();
  time.advance(2 * 60 * MINUTE);
  await app.runner.drain();
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "quota", retry_at: four });
});

test("an agent that leaves the team takes the wait for its CLI with it", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hitsQuota(), Coder: skip },
    ...time,
  });
  await onCli(app, "Coder", "codex");
  const task = await app.createTask();
  await app.runner.drain();
  expect((await app.task(task.id)).wait_reason).toBe("quota");
  await app.call("DELETE", `/api/agents/${app.agentNamed("Planner").id}`);
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Coder"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a quota is listed with the CLI and the time at which it goes on", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  await app.createTask();
  await app.runner.drain();
  expect(await app.get<AttentionItem[]>("/api/attention")).toMatchObject([
    { detail: `Claude Code quota, resumes at ${IN_TWO_HOURS}` },
  ]);
});

test("the newest word of a CLI about its quota counts, and a short wait is not held up by a long one", async () => {
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
  await app.runner.drain();
  await app.cancel(first.id);
  time.advance(2 * 60 * MINUTE);
  await app.createTask({}, workspaces[0]);
  await app.runner.drain();
  const late = await app.createTask({}, workspaces[1]);
  await app.runner.drain();
  expect(await app.task(late.id)).toMatchObject({
    wait_reason: "quota",
    retry_at: "2026-01-01T04:00:00.000Z",
  });
  app.script.parts["Free"] = inTurn(fails(1), skip);
  const free = await app.createWorkspace({ title: "Free" });
  await app.createAgent(free.id, { name: "Free", instruction: "Free", cli_type: "codex" });
  await app.createTask({}, free);
  await app.runner.drain();
  time.advance(1000);
  await app.runner.drain();
  expect(app.script.played.filter((name) => name === "Free")).toHaveLength(2);
});

test("a wait for a quota is no backoff that is too long", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  const task = await app.createTask();
  await app.runner.drain();
  time.advance(1000);
  await app.runner.drain();
  expect((await app.task(task.id)).retry_at).toBe(IN_TWO_HOURS);
});

test("a task that nobody has asked to be worked waits for no quota", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  const resting = await app.createTask();
  await app.runner.drain();
  // As after an import: there, but not begun.
  await app.cancel(resting.id);
  app.db.run("UPDATE tasks SET status = 'todo'");
  const asked = await app.createTask();
  await app.runner.drain();
  expect(await app.task(asked.id)).toMatchObject({ wait_reason: "quota", retry_at: IN_TWO_HOURS });
  expect(await app.task(resting.id)).toMatchObject({ wait_reason: null, retry_at: null });
});
