import { expect, test } from "bun:test";
import { createLoopApp } from "#testing/loop-app.ts";
import { hangs, skip } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";
import { expectTripped, untilPlayed, settled } from "#testing/guard-checks.ts";

const MINUTE = 60_000;

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
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  await expectTripped(app, task.id, "run_timeout_minutes", "Planner ran for 10 minutes (limit 10)");
});

test("a CLI that is silent for an hour is ended; any output keeps it", async () => {
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
  await app.taskWorkers.drain();
  await expectTripped(
    app,
    task.id,
    "idle_timeout_minutes",
    "Planner's CLI was silent for 60 minutes (limit 60)",
  );
});

test("0 minutes means no limit", async () => {
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

test("a run is not ended too early, and one that a guard ends is not an error", async () => {
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
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  const finished = (await app.logs(task.id)).find((log) => log.event_type === "agent_finished");
  expect(finished).toMatchObject({ metadata: { action_type: "cancelled" } });
  expect(app.db.query("SELECT 1 FROM task_queue WHERE status = 'queued'").all()).toEqual([]);
});
