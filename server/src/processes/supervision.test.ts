import { expect, test } from "bun:test";
import { newId } from "#lib/id.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { withInheritedLimit } from "./libc.ts";
import { limitMark, markedEnvironment } from "./process-marks.ts";
import { linuxProcessTable } from "./process-table.ts";
import { spawnMarked } from "./process.ts";
import { endProcessesOfLostRuns } from "./supervision.ts";

const env = { PATH: "/usr/bin:/bin" };

/** Starts what a previous Malamar may have left: this process knows nothing about it. */
function leaveBehind(script: string, mark: { runId: string; installationId: string }) {
  return withInheritedLimit(limitMark(mark), () =>
    Bun.spawn(["/bin/sh", "-c", script], {
      env: { ...env, ...markedEnvironment(mark) },
      stderr: "ignore",
      detached: true,
    }),
  );
}

test("what a crash left running is ended, by whichever mark it still has", async () => {
  using live = liveProcesses();
  const installationId = newId<string>();
  const mark = { runId: newId<string>(), installationId };
  const tool = (name: string) => staying(live.path, name);
  const lost = leaveBehind(
    `(setsid env -i ${tool("limit.pid")} &)
     (setsid prlimit --rttime=unlimited:unlimited ${tool("variables.pid")} &)
     setsid env -i prlimit --rttime=unlimited:unlimited ${tool("child.pid")}`,
    mark,
  );
  const foreign = leaveBehind(tool("foreign.pid"), { ...mark, installationId: newId<string>() });
  const forgotten = leaveBehind(tool("forgotten.pid"), { installationId, runId: newId<string>() });
  const wanted = ["limit.pid", "variables.pid", "child.pid", "forgotten.pid"];
  const pids = await Promise.all(wanted.map(live.settled));
  await live.settled("foreign.pid");

  const { ended, survivors } = await endProcessesOfLostRuns({
    installationId,
    runIds: [mark.runId],
  });
  expect(pids.map(isAlive)).toEqual([false, false, false, false]);
  expect([lost.pid, foreign.pid, forgotten.pid].map(isAlive)).toEqual([false, true, false]);
  expect(new Set(ended.map(({ pid }) => pid)).isSupersetOf(new Set([lost.pid, ...pids]))).toBe(
    true,
  );
  expect(survivors).toEqual([]);
});

test("what this process has started is not lost", async () => {
  using live = liveProcesses();
  const mark = { runId: newId<string>(), installationId: newId<string>() };
  const child = spawnMarked({
    argv: [
      "/bin/sh",
      "-c",
      `${staying(live.path, "tool.pid")} & echo $$ > ${live.path}/cli.pid; wait`,
    ],
    env,
    mark,
  });
  const tool = await live.pidOf("tool.pid");
  const { ended } = await endProcessesOfLostRuns({
    installationId: mark.installationId,
    runIds: [mark.runId],
  });
  expect(ended).toEqual([]);
  expect([child.pid, tool].map(isAlive)).toEqual([true, true]);
});

test("a Malamar that a lost run has started does not end itself, nor its parents", async () => {
  using live = liveProcesses();
  const mark = { runId: newId<string>(), installationId: newId<string>() };
  const module = `${import.meta.dir}/supervision.ts`;
  const program = `
    const { endProcessesOfLostRuns } = await import(${JSON.stringify(module)});
    const lost = ${JSON.stringify({ installationId: mark.installationId, runIds: [mark.runId] })};
    console.log(JSON.stringify((await endProcessesOfLostRuns(lost)).ended.length));`;
  const script = `${staying(live.path, "tool.pid")} & echo $$ > ${live.path}/cli.pid
    while ! [ -s ${live.path}/tool.pid ]; do sleep 0.01; done
    ${process.execPath} -e '${program}' > ${live.path}/answer; exec sleep 1000`;
  leaveBehind(script, mark);
  const [tool, cli] = [await live.pidOf("tool.pid"), await live.pidOf("cli.pid")];
  await until(() => linuxProcessTable.read(cli)?.name === "sleep");
  expect(await Bun.file(`${live.path}/answer`).text()).toBe("1\n");
  expect([tool, cli].map(isAlive)).toEqual([false, true]);
});
