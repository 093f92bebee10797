import { expect, test } from "bun:test";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import {
  asksForReview,
  fails,
  hangs,
  heldAt,
  hitsQuota,
  inTurn,
  says,
  saysSomethingNew,
  type Part,
} from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// What a person's word restarts, and what it does not.

const uses =
  (figures: { input_tokens?: number; cost_usd?: number }, part: Part): Part =>
  (turn) => {
    const none = { input_tokens: null, output_tokens: null, cached_tokens: null, cost_usd: null };
    turn.tell({ type: "usage", ...none, ...figures });
    return part(turn);
  };

/** Everything that can happen without time passing has happened. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
}

test.each([
  ["cost", { cost_usd: 0.6 }, { max_cost_usd: 1 }],
  ["tokens", { input_tokens: 600 }, { max_tokens: 1000 }],
] as const)(
  "the %s of earlier runs no longer count when a person speaks while another run is active",
  async (_name, figures, workspace) => {
    const time = virtualTime();
    const [before, after] = [gate(), gate()];
    await using app = await createLoopApp({
      team: {
        Planner: inTurn(
          uses(figures, saysSomethingNew),
          heldAt(before, uses(figures, heldAt(after, asksForReview))),
          asksForReview,
        ),
      },
      workspace,
      ...time,
    });
    const task = await app.createTask();
    await before.reached;
    time.advance(1000);
    await app.comment(task.id, "Continue");
    before.open();
    await after.reached;
    await settled();
    time.advance(60_000);
    await settled();
    after.open();
    await app.taskWorkers.drain();
    expect((await app.runs(task.id)).map(({ status }) => status)).toEqual([
      "succeeded",
      "succeeded",
      "succeeded",
    ]);
  },
);

test("a person who speaks in the last moments of an overspent run lets it continue", async () => {
  const time = virtualTime();
  const [first, wait] = [gate(), gate()];
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(
        uses({ cost_usd: 0.9 }, saysSomethingNew),
        heldAt(first, uses({ cost_usd: 0.2 }, heldAt(wait, asksForReview))),
        asksForReview,
      ),
    },
    workspace: { max_cost_usd: 1 },
    ...time,
  });
  const task = await app.createTask();
  await first.reached;
  time.advance(1000);
  first.open();
  await wait.reached;
  await settled();
  time.advance(4000);
  await app.comment(task.id, "Continue");
  time.advance(60_000);
  await settled();
  wait.open();
  await app.taskWorkers.drain();
  expect((await app.runs(task.id)).map(({ status }) => status)).not.toContain("cancelled");
});

test.each<[string, (app: LoopApp, id: string) => Promise<unknown>]>([
  ["a comment", (app, id) => app.comment(id, "Continue")],
  ["a move to Todo", (app, id) => app.move(id, "todo")],
])("%s forgets what was repeated, and allows three more passes", async (_name, act) => {
  await using app = await createLoopApp({ team: { Planner: says("Same") } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(3);
  await act(app, task.id);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(6);
});

test("what was spent in the very moment before the person spoke no longer counts", async () => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(uses({ cost_usd: 2 }, saysSomethingNew), asksForReview) },
    workspace: { max_cost_usd: 1 },
    ...virtualTime(),
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.comment(task.id, "Continue");
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
});

test("waiting for a quota is neither a successful pass nor human input: failures stay counted", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1), fails(1), hitsQuota(), fails(1)) },
    ...time,
  });
  const task = await app.createTask();
  for (const ms of [0, 1000, 2000]) {
    time.advance(ms);
    await app.taskWorkers.drain();
  }
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "quota", failure_count: 2 });
  time.advance(2 * 3_600_000);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "backoff", failure_count: 3 });
});

test("the backoff restarts at one second after a successful pass", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1), fails(1), says("Better"), fails(1)) },
    ...time,
  });
  const task = await app.createTask();
  for (const ms of [0, 1000, 2000]) {
    time.advance(ms);
    await app.taskWorkers.drain();
  }
  expect(app.script.played).toHaveLength(4);
  expect(await app.task(task.id)).toMatchObject({
    failure_count: 1,
    retry_at: "2026-01-01T00:00:04.000Z",
  });
});

test("a task's priority lasts through its passes, and ends with them", async () => {
  const wait = gate();
  const worked: string[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        const summary = turn.summary;
        worked.push(summary);
        if (turn.visit === 1) await wait.pass();
        if (summary === "Wanted" && worked.length < 4) return saysSomethingNew(turn);
        return asksForReview(turn);
      },
    },
  });
  await app.createTask({ summary: "Running" });
  await wait.reached;
  const wanted = await app.createTask({ summary: "Wanted" });
  await app.call("POST", `/api/tasks/${wanted.id}/prioritize`);
  await app.createTask({ summary: "Newest" });
  const atEachTurn: boolean[] = [];
  app.bus.subscribe(({ event }) => {
    if (event.type !== "agent.execution_started" || event.task_id !== wanted.id) return;
    atEachTurn.push(app.taskService.get(wanted.id).is_priority);
  });
  wait.open();
  await app.taskWorkers.drain();
  expect(worked).toEqual(["Running", "Wanted", "Wanted", "Wanted", "Newest"]);
  expect(atEachTurn).toEqual([true, true, true]);
  expect((await app.task(wanted.id)).is_priority).toBe(false);
});

test("a limit of one pass is one pass after every word of the person, spoken in mid-pass or between passes", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: inTurn(heldAt(wait, saysSomethingNew), saysSomethingNew, hangs) },
    workspace: { max_passes: 1 },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "And this");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 1 });
});
