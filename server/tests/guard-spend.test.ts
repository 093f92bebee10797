import { expect, test } from "bun:test";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  fails,
  hangs,
  inTurn,
  skip,
  type Part,
  saysSomethingNew,
} from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";
import { uses, expectTripped, untilPlayed, settled } from "#testing/guard-checks.ts";

test("a task stops at its cost limit, counted since the last human input", async () => {
  await using app = await createLoopApp({
    team: { Planner: uses({ cost: 0.4 }, saysSomethingNew) },
    workspace: { max_cost_usd: 1 },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(3);
  await expectTripped(app, task.id, "max_cost_usd", "$1.20 without your input (limit $1.00)");
  await app.move(task.id, "todo");
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(6);
  const { spend, guarded_spend } = await app.task(task.id);
  expect(spend.cost_usd).toBeCloseTo(2.4);
  expect(guarded_spend.cost_usd).toBeCloseTo(1.2);
});

test("a task stops at its token limit, in mid-pass as well", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: uses({ tokens: 600 }, skip),
      Implementer: uses({ tokens: 500 }, skip),
      Last: skip,
    },
    workspace: { max_tokens: 1000 },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Implementer"]);
  await expectTripped(app, task.id, "max_tokens", "1100 tokens without your input (limit 1000)");
});

test("a run that continues after exceeding a limit is ended, but may finish its last answer", async () => {
  const time = virtualTime();
  let useMore = () => {};
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        useMore = () => void uses({ cost: 7 }, hangs)(turn);
        return uses({ cost: 6 }, hangs)(turn);
      },
    },
    workspace: { max_cost_usd: 5 },
    ...time,
  });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  time.advance(4000);
  expect((await app.task(task.id)).status).toBe("in_progress");
  useMore();
  await settled();
  time.advance(1000);
  await app.taskWorkers.drain();
  await expectTripped(app, task.id, "max_cost_usd", "$7.00 without your input (limit $5.00)");
  expect(await app.runs(task.id)).toMatchObject([
    { status: "cancelled", failure_kind: "max_cost_usd", cost_usd: 7 },
  ]);
});

test("implausible figures cost nobody an answer", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        turn.tell({
          type: "usage",
          input_tokens: 1.5,
          output_tokens: 1e300,
          cached_tokens: -3,
          cost_usd: Number.POSITIVE_INFINITY,
        });
        return asksForReview(turn);
      },
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.runs(task.id)).toMatchObject([
    {
      status: "succeeded",
      input_tokens: 2,
      output_tokens: null,
      cached_tokens: null,
      cost_usd: null,
    },
  ]);
});

test("where a CLI reports no cost, the task says so, and no cost guard trips", async () => {
  await using app = await createLoopApp({
    team: { Planner: uses({ tokens: 5 }, skip) },
    workspace: { max_cost_usd: 0.01 },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).spend).toMatchObject({ cost_usd: 0, unpriced_run_count: 1 });
});

test.each([
  ["cost", { cost_usd: 0.6 }, { max_cost_usd: 1 }, "max_cost_usd"],
  ["input tokens", { input_tokens: 600 }, { max_tokens: 1000 }, "max_tokens"],
  ["output tokens", { output_tokens: 600 }, { max_tokens: 1000 }, "max_tokens"],
] as const)(
  "the %s of earlier runs and of the active one are added up",
  async (_name, figures, workspace, guard) => {
    const time = virtualTime();
    const uses600: Part = (turn) => {
      const none = { input_tokens: null, output_tokens: null, cached_tokens: null, cost_usd: null };
      turn.tell({ type: "usage", ...none, ...figures });
      return turn.visit === 1 ? saysSomethingNew(turn) : hangs(turn);
    };
    await using app = await createLoopApp({ team: { Planner: uses600 }, workspace, ...time });
    const task = await app.createTask();
    await untilPlayed(app, 2);
    time.advance(5000);
    await settled();
    expect(await app.runs(task.id)).toMatchObject([
      { status: "succeeded" },
      { status: "cancelled", failure_kind: guard },
    ]);
    expect((await app.task(task.id)).status).toBe("in_review");
  },
);

test("what was spent before the person spoke does not end a later run", async () => {
  const time = virtualTime();
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(
        uses({ cost: 1.2 }, saysSomethingNew),
        uses({ cost: 0.4 }, async (turn) => {
          await wait.pass();
          return asksForReview(turn);
        }),
      ),
    },
    workspace: { max_cost_usd: 1 },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.comment(task.id, "Continue");
  await wait.reached;
  await settled();
  time.advance(60_000);
  await settled();
  wait.open();
  await app.taskWorkers.drain();
  expect((await app.runs(task.id)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
});

test("a failing run that reaches the limit stops its task at once", async () => {
  await using app = await createLoopApp({
    team: { Planner: uses({ cost: 2 }, fails(1)) },
    workspace: { max_cost_usd: 1 },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await expectTripped(app, task.id, "max_cost_usd", "$2.00 without your input (limit $1.00)");
});

test.each([
  ["cost", { cost: 0.5 }, { max_cost_usd: 1 }],
  ["tokens", { tokens: 500 }, { max_tokens: 1000 }],
] as const)(
  "a limit of %s is reached when exactly that much is used",
  async (_name, figures, workspace) => {
    await using app = await createLoopApp({
      team: { Planner: uses(figures, saysSomethingNew) },
      workspace,
    });
    await app.createTask();
    await app.taskWorkers.drain();
    expect(app.script.played).toHaveLength(2);
  },
);

test("a negative cost counts as none", async () => {
  await using app = await createLoopApp({ team: { Planner: uses({ cost: -1 }, skip) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.runs(task.id)).toMatchObject([{ status: "succeeded", cost_usd: null }]);
});

test("an active run does not count as one of unknown cost", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  expect((await app.task(task.id)).spend).toMatchObject({ run_count: 0, unpriced_run_count: 0 });
});

test("a task's usage includes what an active run has reported so far", async () => {
  const time = virtualTime();
  let tell = (_tokens: number) => {};
  const talks: Part = (turn) => {
    const rest = { output_tokens: 0, cached_tokens: null, cost_usd: null };
    tell = (tokens) => turn.tell({ type: "usage", input_tokens: tokens, ...rest });
    tell(100);
    return hangs(turn);
  };
  await using app = await createLoopApp({ team: { Planner: talks }, ...time });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  const spent = async () => (await app.task(task.id)).guarded_spend;
  await settled();
  time.advance(500);
  await settled();
  expect((await spent()).input_tokens).toBe(100);
  expect(await spent()).toMatchObject({ run_count: 1, unpriced_run_count: 1 });

  // Two reports within the pause are written once, with the later figures.
  tell(150);
  tell(200);
  await settled();
  expect((await spent()).input_tokens).toBe(100);
  time.advance(2000);
  await settled();
  expect((await spent()).input_tokens).toBe(200);
});
