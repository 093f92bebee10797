import { expect, test } from "bun:test";
import type { AttentionItem, GuardName } from "@malamar/contract/task.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import {
  asksForReview,
  fails,
  hangs,
  inTurn,
  says,
  skip,
  type Part,
  hitsQuota,
  saysSomethingNew,
} from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const MINUTE = 60_000;

const uses =
  (figures: { tokens?: number; cost?: number }, part: Part): Part =>
  (turn) => {
    turn.tell({
      type: "usage",
      input_tokens: figures.tokens ?? null,
      output_tokens: 0,
      cached_tokens: null,
      cost_usd: figures.cost ?? null,
    });
    return part(turn);
  };

async function expectTripped(app: LoopApp, taskId: string, guard: GuardName, detail: string) {
  expect(await app.task(taskId)).toMatchObject({
    status: "in_review",
    is_processing: false,
    retry_at: null,
  });
  const logs = await app.logs(taskId);
  expect(logs.find((log) => log.event_type === "guard_tripped")).toMatchObject({
    actor_type: "system",
    metadata: { guard, detail },
  });
  const said = await app.said(taskId);
  expect(said.at(-1)).toStartWith(`System: Stopped by the guard ${guard}: ${detail}. Comment `);
  expect((await app.get<AttentionItem[]>("/api/attention"))[0]).toMatchObject({ guard, detail });
}

test("15 passes since the last human input, and no more", async () => {
  await using app = await createLoopApp({ team: { Planner: saysSomethingNew } });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(15);
  await expectTripped(
    app,
    task.id,
    "max_passes",
    "15 passes since the last human input (limit 15)",
  );
});

test("failed passes count", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.visit % 2 ? fails(1)(turn) : saysSomethingNew(turn)) },
    workspace: { max_passes: 4 },
    ...time,
  });
  const task = await app.createTask();
  await app.runner.drain();
  while ((await app.task(task.id)).status !== "in_review") {
    time.advanceToNext();
    await app.runner.drain();
  }
  expect(app.script.played).toHaveLength(4);
  await expectTripped(app, task.id, "max_passes", "4 passes since the last human input (limit 4)");
});

test("human input starts the count anew, and a tripped guard is neither error nor retried", async () => {
  await using app = await createLoopApp({
    team: { Planner: saysSomethingNew },
    workspace: { max_passes: 2 },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(2);
  expect(app.published.some((event) => event.type === "task.error_occurred")).toBe(false);
  await app.comment(task.id, "Go on");
  await app.runner.drain();
  expect(app.script.played).toHaveLength(4);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 2 });
});

test("a lower limit holds for a task that is past it already", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: fails(1) }, ...time });
  const task = await app.createTask();
  await app.runner.drain();
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: { max_passes: 1 } });
  time.advance(1000);
  await app.runner.drain();
  expect(app.script.played).toHaveLength(1);
  await expectTripped(app, task.id, "max_passes", "1 pass since the last human input (limit 1)");
});

test("a task stops at its cost, counted since the last human input", async () => {
  await using app = await createLoopApp({
    team: { Planner: uses({ cost: 0.4 }, saysSomethingNew) },
    workspace: { max_cost_usd: 1 },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(3);
  await expectTripped(
    app,
    task.id,
    "max_cost_usd",
    "$1.20 spent since the last human input (limit $1.00)",
  );
  await app.move(task.id, "todo");
  await app.runner.drain();
  expect(app.script.played).toHaveLength(6);
  const { spend, guarded_spend } = await app.task(task.id);
  expect(spend.cost_usd).toBeCloseTo(2.4);
  expect(guarded_spend.cost_usd).toBeCloseTo(1.2);
});

test("a task stops at its tokens, in mid-pass as well", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: uses({ tokens: 600 }, skip),
      Implementer: uses({ tokens: 500 }, skip),
      Last: skip,
    },
    workspace: { max_tokens: 1000 },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Implementer"]);
  await expectTripped(
    app,
    task.id,
    "max_tokens",
    "1100 tokens used since the last human input (limit 1000)",
  );
});

test("a run that goes on after it has spent too much is ended; its last word is waited for", async () => {
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
  await app.runner.drain();
  await expectTripped(
    app,
    task.id,
    "max_cost_usd",
    "$7.00 spent since the last human input (limit $5.00)",
  );
  expect(await app.runs(task.id)).toMatchObject([
    { status: "cancelled", failure_kind: "max_cost_usd", cost_usd: 7 },
  ]);
});

test("figures that make no sense cost nobody an answer", async () => {
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
  await app.runner.drain();
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

test("where a CLI reports no cost, that is said, and no cost guard trips", async () => {
  await using app = await createLoopApp({
    team: { Planner: uses({ tokens: 5 }, skip) },
    workspace: { max_cost_usd: 0.01 },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect((await app.task(task.id)).spend).toMatchObject({ cost_usd: 0, unpriced_run_count: 1 });
});

test("a run that takes too long is ended", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hangs, Reviewer: skip },
    workspace: { run_timeout_minutes: 10 },
    ...time,
  });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  time.advance(10 * MINUTE - 1);
  expect((await app.task(task.id)).status).toBe("in_progress");
  time.advance(1);
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner"]);
  await expectTripped(
    app,
    task.id,
    "run_timeout_minutes",
    "Planner was at work for 10 minutes (limit 10)",
  );
});

test("a CLI that is silent for an hour is ended; any sign of life keeps it", async () => {
  const time = virtualTime();
  let tell = () => {};
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        tell = () => turn.tell({ type: "stderr", text: "." });
        return hangs(turn);
      },
    },
    ...time,
  });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  time.advance(59 * MINUTE);
  tell();
  await settled();
  time.advance(59 * MINUTE);
  await settled();
  expect((await app.task(task.id)).status).toBe("in_progress");
  time.advance(1 * MINUTE);
  await app.runner.drain();
  await expectTripped(
    app,
    task.id,
    "idle_timeout_minutes",
    "the CLI of Planner wrote nothing for 60 minutes (limit 60)",
  );
});

test("0 minutes is no limit", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hangs },
    workspace: { idle_timeout_minutes: 0, run_timeout_minutes: 0 },
    config: { "runner-poll-interval": 3_600_000 },
    ...time,
  });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  time.advance(7 * 24 * 60 * MINUTE);
  await settled();
  expect((await app.task(task.id)).status).toBe("in_progress");
});

test("three passes in a row with the same comments stop the loop", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => says(turn.visit % 2 ? "I  disagree." : " I disagree.\n")(turn),
      Reviewer: says("So do I."),
    },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(6);
  await expectTripped(
    app,
    task.id,
    "no_progress",
    "the agents' comments were the same in 3 passes in a row (limit 3)",
  );
});

test("the same words from another agent, or after something new, are progress", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(says("Same"), says("Same"), says("New"), says("Same"), says("Same"), skip),
    },
  });
  const task = await app.createTask();
  await app.runner.drain();
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
  await app.runner.drain();
  expect(app.script.played).toHaveLength(5);
  expect((await app.task(task.id)).status).toBe("in_review");
});

async function untilPlayed(app: LoopApp, turns: number): Promise<void> {
  while (app.script.played.length < turns) await new Promise(setImmediate);
  await settled();
}

/** Everything that can happen without time passing has happened. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
}

test("a run is not ended a moment before its time, and one that a guard ends is no error", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hangs },
    workspace: { run_timeout_minutes: 10 },
    ...time,
  });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  time.advance(10 * MINUTE - 1);
  await settled();
  expect((await app.task(task.id)).status).toBe("in_progress");
  time.advance(1);
  await app.runner.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  const finished = (await app.logs(task.id)).find((log) => log.event_type === "agent_finished");
  expect(finished).toMatchObject({ metadata: { action_type: "cancelled" } });
  expect(app.db.query("SELECT 1 FROM task_queue WHERE status = 'queued'").all()).toEqual([]);
});

test.each([
  ["cost", { cost_usd: 0.6 }, { max_cost_usd: 1 }, "max_cost_usd"],
  ["input tokens", { input_tokens: 600 }, { max_tokens: 1000 }, "max_tokens"],
  ["output tokens", { output_tokens: 600 }, { max_tokens: 1000 }, "max_tokens"],
] as const)(
  "the %s of earlier runs and of the one under way are one sum",
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

test("what was spent before the person spoke does not end a run that comes after", async () => {
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
  await app.runner.drain();
  time.advance(1000);
  await app.comment(task.id, "Go on");
  await wait.reached;
  await settled();
  time.advance(60_000);
  await settled();
  wait.open();
  await app.runner.drain();
  expect((await app.runs(task.id)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
});

test("a run that fails with the last of the money stops its task at once", async () => {
  await using app = await createLoopApp({
    team: { Planner: uses({ cost: 2 }, fails(1)) },
    workspace: { max_cost_usd: 1 },
  });
  const task = await app.createTask();
  await app.runner.drain();
  await expectTripped(
    app,
    task.id,
    "max_cost_usd",
    "$2.00 spent since the last human input (limit $1.00)",
  );
});

test("a guard of earlier is not named any more once the person has spoken", async () => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(saysSomethingNew, skip) },
    workspace: { max_passes: 1 },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(await app.get<AttentionItem[]>("/api/attention")).toMatchObject([{ guard: "max_passes" }]);
  await app.move(task.id, "todo");
  await app.runner.drain();
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
  await app.runner.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "done", is_processing: false });
  expect(await app.comments(task.id)).toEqual([]);
});

test.each([
  ["cost", { cost: 0.5 }, { max_cost_usd: 1 }],
  ["tokens", { tokens: 500 }, { max_tokens: 1000 }],
] as const)(
  "a limit of %s is reached when exactly that is spent",
  async (_name, figures, workspace) => {
    await using app = await createLoopApp({
      team: { Planner: uses(figures, saysSomethingNew) },
      workspace,
    });
    await app.createTask();
    await app.runner.drain();
    expect(app.script.played).toHaveLength(2);
  },
);

test("a cost below nothing is no cost", async () => {
  await using app = await createLoopApp({ team: { Planner: uses({ cost: -1 }, skip) } });
  const task = await app.createTask();
  await app.runner.drain();
  expect(await app.runs(task.id)).toMatchObject([{ status: "succeeded", cost_usd: null }]);
});

test("a run under way is not taken for one whose cost is unknown", async () => {
  await using app = await createLoopApp({ team: { Planner: hangs } });
  const task = await app.createTask();
  await untilPlayed(app, 1);
  expect((await app.task(task.id)).spend).toMatchObject({ run_count: 0, unpriced_run_count: 0 });
});

test("the spend of a task counts what a run under way has told so far", async () => {
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
  expect((await spent()).input_tokens).toBe(100);
  expect(await spent()).toMatchObject({ run_count: 1, unpriced_run_count: 1 });

  // Told twice within the pause: written once, and as it is then.
  tell(150);
  tell(200);
  await settled();
  expect((await spent()).input_tokens).toBe(100);
  time.advance(2000);
  await settled();
  expect((await spent()).input_tokens).toBe(200);
});

test("the same words, each time from another agent, are no repetition", async () => {
  const saysSame = says("Same");
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(saysSame, skip, saysSame, skip),
      Reviewer: inTurn(skip, saysSame, skip, skip),
    },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(8);
  expect((await app.logs(task.id)).some((log) => log.event_type === "guard_tripped")).toBe(false);
});

test("what waits for the person is listed once, the longest wait first, and waits for nothing else", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(skip, fails(1), hitsQuota()) },
    ...time,
  });
  const reviewed = await app.createTask();
  await app.runner.drain();
  time.advance(1000);
  const refused = await app.createTask();
  await app.runner.drain();
  time.advance(1000);
  await app.runner.drain();
  const behind = await app.createTask();
  await app.runner.drain();
  const attention = await app.get<AttentionItem[]>("/api/attention");
  expect(attention.map(({ task_id, reason }) => [task_id, reason])).toEqual([
    [reviewed.id, "in_review"],
    [refused.id, "quota"],
    [behind.id, "quota"],
  ]);
  expect(await app.task(reviewed.id)).toMatchObject({ retry_at: null, wait_reason: null });
});
