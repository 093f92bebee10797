import { expect, test } from "bun:test";
import { createLoopApp, type LoopApp } from "#testing/loop-app.ts";
import { uses } from "#testing/guard-checks.ts";
import { fails, hangs, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

interface Hour {
  hour: string;
  agent_name: string;
  run_count: number;
  failed_run_count: number;
  unpriced_run_count: number;
  input_tokens: number;
  cost_usd: number;
}

const hoursIn = ({ db }: Pick<LoopApp, "db">) =>
  db
    .query<Hour, []>(
      `SELECT hour, agent_name, run_count, failed_run_count, unpriced_run_count, input_tokens, cost_usd
       FROM usage_hourly ORDER BY hour, agent_name`,
    )
    .all();

const HOUR = 3_600_000;

test("the usage of runs is added up by the hour, and stays when their task is deleted", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: uses({ tokens: 100, cost: 0.5 }, skip), Coder: uses({ tokens: 7 }, skip) },
    ...time,
  });
  const ids = [];
  for (let at = 0; at < 3; at++) {
    ids.push((await app.createTask()).id);
    await app.taskWorkers.drain();
    if (at === 1) time.advance(HOUR);
  }
  for (const id of ids) await app.call("DELETE", `/api/tasks/${id}`);
  const [one, two] = ["2026-01-01T00:00:00.000Z", "2026-01-01T01:00:00.000Z"];
  const coder = { agent_name: "Coder", failed_run_count: 0, cost_usd: 0 };
  const planner = { agent_name: "Planner", failed_run_count: 0, unpriced_run_count: 0 };
  expect(hoursIn(app)).toEqual([
    { hour: one, ...coder, run_count: 2, unpriced_run_count: 2, input_tokens: 14 },
    { hour: one, ...planner, run_count: 2, input_tokens: 200, cost_usd: 1 },
    { hour: two, ...coder, run_count: 1, unpriced_run_count: 1, input_tokens: 7 },
    { hour: two, ...planner, run_count: 1, input_tokens: 100, cost_usd: 0.5 },
  ]);
});

test("a failed run counts with what it has used", async () => {
  await using app = await createLoopApp({
    team: { Planner: uses({ tokens: 100 }, fails(1)) },
    workspace: { max_passes: 1 },
  });
  await app.createTask();
  await app.taskWorkers.drain();
  expect(hoursIn(app)).toMatchObject([{ run_count: 1, failed_run_count: 1, input_tokens: 100 }]);
});

async function untilUsed({ db }: Pick<LoopApp, "db">, tokens: number): Promise<void> {
  const run = db.query<unknown, [number]>("SELECT 1 FROM runs WHERE input_tokens = ?");
  while (!run.get(tokens)) await new Promise(setImmediate);
}

test("a run whose task is deleted in the middle of it counts with what it has used", async () => {
  await using app = await createLoopApp({ team: { Planner: uses({ tokens: 100 }, hangs) } });
  const { id } = await app.createTask();
  await untilUsed(app, 100);
  expect((await app.call("DELETE", `/api/tasks/${id}`)).status).toBe(204);
  expect(hoursIn(app)).toMatchObject([{ run_count: 1, failed_run_count: 0, input_tokens: 100 }]);
});

test("a run that is lost with Malamar counts once, with its known usage", async () => {
  using dir = tempDir();
  {
    await using app = await createLoopApp({
      team: { Planner: uses({ tokens: 100 }, hangs) },
      dataDir: dir.path,
    });
    await app.createTask();
    await untilUsed(app, 100);
  }
  for (let starts = 0; starts < 2; starts++) {
    await using app = await createLoopApp({ dataDir: dir.path, others: { Planner: skip } });
    await app.taskWorkers.drain();
    expect(hoursIn(app).map(({ failed_run_count }) => failed_run_count)).toContain(1);
    expect(hoursIn(app).reduce((sum, { input_tokens }) => sum + input_tokens, 0)).toBe(100);
  }
});
