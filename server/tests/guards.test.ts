import { expect, test } from "bun:test";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { fails, hangs, inTurn, says, skip, saysSomethingNew } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";
import { expectTripped, untilPlayed } from "#testing/guard-checks.ts";

const MINUTE = 60_000;

test("15 passes since the last human input, and no more", async () => {
  await using app = await createLoopApp({ team: { Planner: saysSomethingNew } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(15);
  await expectTripped(app, task.id, "max_passes", "15 passes without your input (limit 15)");
});

test("failed passes count", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.visit % 2 ? fails(1)(turn) : saysSomethingNew(turn)) },
    workspace: { max_passes: 4 },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  while ((await app.task(task.id)).status !== "in_review") {
    time.advanceToNext();
    await app.taskWorkers.drain();
  }
  expect(app.script.played).toHaveLength(4);
  await expectTripped(app, task.id, "max_passes", "4 passes without your input (limit 4)");
});

test("human input restarts the count, and a tripped guard is neither error nor retried", async () => {
  await using app = await createLoopApp({
    team: { Planner: saysSomethingNew },
    workspace: { max_passes: 2 },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
  expect(app.published.some((event) => event.type === "task.error_occurred")).toBe(false);
  await app.comment(task.id, "Continue");
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(4);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 2 });
});

test("a lower limit applies to a task that already exceeds it", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: fails(1) }, ...time });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: { max_passes: 1 } });
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(1);
  await expectTripped(app, task.id, "max_passes", "1 pass without your input (limit 1)");
});

test("three passes in a row with the same comments stop the loop", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => says(turn.visit % 2 ? "I  disagree." : " I disagree.\n")(turn),
      Reviewer: says("So do I."),
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(6);
  await expectTripped(
    app,
    task.id,
    "no_progress",
    "3 passes in a row with the same comments (limit 3)",
  );
});

test("the same words from another agent, or after something new, are progress", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(says("Same"), says("Same"), says("New"), says("Same"), says("Same"), skip),
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(6);
  expect((await app.logs(task.id)).some((log) => log.event_type === "guard_tripped")).toBe(false);
});

test("human input forgets what was repeated", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        if (turn.visit === 2) await wait.pass();
        return says("Same")(turn);
      },
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "Think");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(5);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("the same words, each time from another agent, are not a repetition", async () => {
  const saysSame = says("Same");
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(saysSame, skip, saysSame, skip),
      Reviewer: inTurn(skip, saysSame, skip, skip),
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(8);
  expect((await app.logs(task.id)).some((log) => log.event_type === "guard_tripped")).toBe(false);
});

test("an earlier guard is no longer named once the person has spoken", async () => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(saysSomethingNew, skip) },
    workspace: { max_passes: 1 },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.get<AttentionItem[]>("/api/attention")).toMatchObject([{ guard: "max_passes" }]);
  await app.move(task.id, "todo");
  await app.taskWorkers.drain();
  expect(await app.get<AttentionItem[]>("/api/attention")).toMatchObject([
    { reason: "in_review", guard: null, detail: null },
  ]);
});

test("a guard that ends the agent of a task in Done leaves the task there", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hangs },
    workspace: { run_timeout_minutes: 1 },
    ...time,
  });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  time.advance(MINUTE);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "done", is_processing: false });
  expect(await app.comments(task.id)).toEqual([]);
});
