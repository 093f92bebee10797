import { expect, test } from "bun:test";
import type { CliType } from "@malamar/contract/cli.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import {
  asksForReview,
  heldAt,
  inTurn,
  skip,
  hitsQuota,
  IN_TWO_HOURS,
} from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const MINUTE = 60_000;

async function onCli(app: LoopApp, name: string, cli_type: CliType) {
  await app.call("PUT", `/api/agents/${app.agentNamed(name).id}`, { body: { cli_type } });
}

// Which others wait for a CLI without quota, and what ends the wait early.

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
  await app.taskWorkers.drain();
  const waiting = await app.createTask({}, other);
  const free = await app.createTask({}, third);
  await app.taskWorkers.drain();
  expect(await app.task(waiting.id)).toMatchObject({
    status: "todo",
    pass_count: 0,
    retry_at: IN_TWO_HOURS,
    wait_reason: "quota",
    wait_cli: "claude",
  });
  expect((await app.task(free.id)).status).toBe("in_review");
  time.advance(2 * 60 * MINUTE);
  await app.taskWorkers.drain();
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
  await app.taskWorkers.drain();
  const second = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Coder", "Planner"]);
  expect(await app.task(second.id)).toMatchObject({ pass_count: 0, wait_reason: "quota" });
});

test("an agent that switches to another CLI does not wait for the old one's quota", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: inTurn(hitsQuota(), skip) }, ...time });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await onCli(app, "Planner", "codex");
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", wait_reason: null });
});

test.each<[string, number]>([
  ["the task that was refused", 0],
  ["one that was held back with it", 1],
])(
  "%s continues when its agent gets another CLI, though others of the team need the old one",
  async (_which, at) => {
    const time = virtualTime();
    await using app = await createLoopApp({
      team: { Planner: inTurn(hitsQuota(), asksForReview), Coder: skip },
      ...time,
    });
    const tasks = [await app.createTask()];
    await app.taskWorkers.drain();
    tasks.push(await app.createTask());
    await app.taskWorkers.drain();
    expect((await app.task(tasks[at]!.id)).wait_reason).toBe("quota");
    await onCli(app, "Coder", "claude");
    await app.taskWorkers.drain();
    expect((await app.task(tasks[at]!.id)).wait_reason).toBe("quota");
    await onCli(app, "Planner", "codex");
    await app.taskWorkers.drain();
    expect((await app.task(tasks[at]!.id)).status).toBe("in_review");
  },
);

test("a change of another agent does not start a pass that cannot be finished", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: skip, Coder: hitsQuota() }, ...time });
  await onCli(app, "Planner", "codex");
  for (const status of ["refused", "held back"]) {
    const task = await app.createTask();
    await app.taskWorkers.drain();
    const played = app.script.played.length;
    await app.call("PUT", `/api/agents/${app.agentNamed("Planner").id}`, {
      body: { name: `Planner of ${status}` },
    });
    await app.taskWorkers.drain();
    expect((await app.task(task.id)).wait_reason).toBe("quota");
    expect(app.script.played).toHaveLength(played);
  }
});

test("however many tasks need a CLI without quota, all of them wait at once", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  await app.createTask();
  await app.taskWorkers.drain();
  await app.taskWorkers.stop();
  for (let at = 0; at < 50; at++) await app.createTask();
  await app.startLoop();
  await app.taskWorkers.drain();
  const waiting = app.db.query("SELECT count(*) AS n FROM tasks WHERE wait_reason = 'quota'").get();
  expect(waiting).toEqual({ n: 51 });
  expect(app.script.played).toHaveLength(1);
});

test("a person's comment tries at once, and success releases everyone who waits", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: inTurn(hitsQuota(), skip) }, ...time });
  const first = await app.createTask();
  await app.taskWorkers.drain();
  const second = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(second.id)).wait_reason).toBe("quota");
  await app.comment(first.id, "I have bought more");
  await app.taskWorkers.drain();
  for (const { id } of [first, second]) expect((await app.task(id)).status).toBe("in_review");
});

test("a run that was active when the limit was hit ends nobody's wait", async () => {
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
  const told = app.published.length;
  wait.open();
  await app.taskWorkers.drain();
  expect(
    app.published.slice(told).filter((e) => "task_id" in e && e.task_id === refused.id),
  ).toEqual([]);
  expect((await app.task(early.id)).status).toBe("in_review");
  expect(await app.task(refused.id)).toMatchObject({
    wait_reason: "quota",
    retry_at: IN_TWO_HOURS,
  });
  expect(app.script.played).toEqual(["Coder", "Planner"]);
});

test("deleting an agent ends the wait for its CLI", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hitsQuota(), Coder: skip },
    ...time,
  });
  await onCli(app, "Coder", "codex");
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).wait_reason).toBe("quota");
  await app.call("DELETE", `/api/agents/${app.agentNamed("Planner").id}`);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Coder"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a task that nobody has started waits for no quota", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...time });
  const resting = await app.createTask();
  await app.taskWorkers.drain();
  // As after an import: there, but not begun.
  await app.cancel(resting.id);
  app.db.run("UPDATE tasks SET status = 'todo'");
  const asked = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.task(asked.id)).toMatchObject({ wait_reason: "quota", retry_at: IN_TWO_HOURS });
  expect(await app.task(resting.id)).toMatchObject({ wait_reason: null, retry_at: null });
});
