import { expect, test } from "bun:test";
import { createCliEngines } from "#engines/cli/registry.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { isAlive, liveProcesses, staying } from "#testing/live-processes.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { virtualTime } from "#testing/virtual-time.ts";

test.each([
  ["run_timeout_minutes", { run_timeout_minutes: 1, idle_timeout_minutes: 0 }],
  ["idle_timeout_minutes", { idle_timeout_minutes: 1 }],
] as const)("when %s ends a run, none of its processes is left", async (guard, workspace) => {
  using live = liveProcesses();
  const time = virtualTime();
  fakeProgram(
    live.path,
    "claude",
    `if [ "$1" = --version ]; then echo 1.2.3; exit; fi
     (setsid env -i ${staying(live.path, "tool.pid")} &)
     echo $$ > ${live.path}/cli.pid; exec sleep 1000`,
  );
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${live.path}:/usr/bin:/bin` },
    workspace,
    ...time,
  });
  await app.createAgent(app.workspace.id, { name: "Planner", cli_type: "claude" });
  const task = await app.createTask();
  const pids = [await live.settled("cli.pid"), await live.settled("tool.pid")];
  expect(pids.map(isAlive)).toEqual([true, true]);
  time.advance(60_000);
  await app.taskWorkers.drain();
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect(await app.runs(task.id)).toMatchObject([{ status: "cancelled", failure_kind: guard }]);
  expect((await app.task(task.id)).status).toBe("in_review");
});
