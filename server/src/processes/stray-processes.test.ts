import { expect, test } from "bun:test";
import { newId } from "#lib/id.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { linuxProcessTable } from "./process-table.ts";
import { spawnMarked } from "./process.ts";
import { endStrays } from "./stray-processes.ts";

const env = { PATH: "/usr/bin:/bin" };

/** A leader whose tools are not searched for when it ends. */
function startUnwatched(script: string) {
  const mark = { runId: newId<string>(), installationId: "test" };
  return spawnMarked({ argv: ["/bin/sh", "-c", script], env, mark });
}

test("what the end of a run has missed is ended a little later, and nothing else", async () => {
  using live = liveProcesses();
  const flee = (name: string, how = "") => `(setsid ${how} ${staying(live.path, name)} &)`;
  const ended = startUnwatched(
    `${flee("bare.pid", "env -i")}; ${flee("named.pid", "prlimit --rttime=unlimited:unlimited")}`,
  );
  const working = startUnwatched(`${flee("working.pid")}; exec sleep 1000`);
  const stranger = Bun.spawn(["/bin/sh", "-c", flee("stranger.pid")], { env });
  const names = ["bare.pid", "named.pid", "working.pid", "stranger.pid"];
  const pids = await Promise.all(names.map(live.settled));
  await Promise.all([ended.exited, stranger.exited]);
  await until(() => pids.every((pid) => linuxProcessTable.read(pid)?.parent === process.pid));

  // Something else may still be at it.
  expect(await endStrays(performance.now() + 9_000)).toEqual([]);
  expect(pids.map(isAlive)).toEqual([true, true, true, true]);

  const strays = await endStrays(performance.now() + 10_001);
  expect(new Set(strays.map(({ pid }) => pid))).toEqual(new Set(pids.slice(0, 2)));
  expect(pids.map(isAlive)).toEqual([false, false, true, true]);
  expect(await endStrays(performance.now() + 10_001)).toEqual([]);
  working.kill("SIGKILL");
  await working.exited;
});
