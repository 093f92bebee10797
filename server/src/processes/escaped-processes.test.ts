import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { newId } from "#lib/id.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { endProcessesOfRun } from "./end-processes.ts";
import { createEscapeRecord, readEscapes } from "./escape-record.ts";
import { linuxProcessTable } from "./process-table.ts";
import { spawnMarked, startAndForget } from "./process.ts";
import { endStrays } from "./stray-processes.ts";
import { endProcessesOfLostRuns } from "./supervision.ts";

const env = { PATH: "/usr/bin:/bin" };

let live: ReturnType<typeof liveProcesses>;
beforeEach(() => (live = liveProcesses()));
afterEach(() => live[Symbol.dispose]());

/** Forks twice, and drops its session, its environment and its limit. */
const flee = (name: string, dropping = "env -i prlimit --rttime=unlimited:unlimited") =>
  `(setsid ${dropping} ${staying(live.path, name)} &)`;

function startRun(script: string) {
  const mark = { runId: newId<string>(), installationId: "test" };
  const child = spawnMarked({ argv: ["/bin/sh", "-c", script], env, mark });
  return {
    child,
    end: () => endProcessesOfRun({ mark, leader: child.pid }, { graceMs: 0 }),
    async [Symbol.asyncDispose]() {
      await endProcessesOfRun({ mark, leader: child.pid }, { graceMs: 0 });
    },
  };
}

/** Once it has lost its parent, and with it every sign of its origin. */
async function adopted(name: string): Promise<number> {
  const pid = await live.settled(name);
  await until(() => linuxProcessTable.read(pid)?.parent === process.pid);
  const variables = linuxProcessTable.variablesOf(pid);
  expect(variables.filter((variable) => variable.startsWith("MALAMAR"))).toEqual([]);
  expect(linuxProcessTable.limitOf(pid)).toBeNull();
  return pid;
}

test("a tool that has dropped every mark dies with its run, at a cancel", async () => {
  await using run = startRun(`${flee("tool.pid")}; exec sleep 1000`);
  const tool = await adopted("tool.pid");
  const { ended } = await run.end();
  expect(new Set(ended.map(({ pid }) => pid))).toEqual(new Set([run.child.pid, tool]));
  expect(isAlive(tool)).toBe(false);
});

test("a tool that has dropped every mark dies with its run, at its normal end", async () => {
  await using run = startRun(flee("tool.pid"));
  const tool = await adopted("tool.pid");
  await run.child.exited;
  const { ended } = await run.end();
  expect(ended.map(({ pid }) => pid)).toEqual([tool]);
});

test("one that may belong to another run lives as long as that run, and no longer", async () => {
  await using other = startRun("exec sleep 1000");
  await using run = startRun(flee("tool.pid"));
  const tool = await adopted("tool.pid");
  await run.child.exited;
  expect((await run.end()).ended).toEqual([]);
  expect(isAlive(tool)).toBe(true);
  await other.end();
  expect(isAlive(tool)).toBe(false);
});

test("one that was seen below its run belongs to that run", async () => {
  await using other = startRun("exec sleep 1000");
  const gate = join(live.path, "gate");
  // Its parent waits with it until it has been seen there.
  const script = `setsid sh -c 'env -i prlimit --rttime=unlimited:unlimited ${staying(live.path, "tool.pid").replaceAll("'", `'"'"'`)} & while ! [ -e ${gate} ]; do sleep 0.01; done'`;
  await using run = startRun(script);
  const tool = await live.settled("tool.pid");
  createEscapeRecord(join(live.path, "processes.json")).update();
  await Bun.write(gate, "");
  await run.child.exited;
  await run.end();
  expect([tool, other.child.pid].map(isAlive)).toEqual([false, true]);
});

test("one that existed before a run does not belong to it", async () => {
  const earlier = startRun("exec sleep 1000");
  const stranger = Bun.spawn(["/bin/sh", "-c", flee("stranger.pid")], { env });
  const pid = await adopted("stranger.pid");
  await stranger.exited;
  // Some ticks of the clock that measures start times.
  const since = Date.now();
  await until(() => Date.now() > since + 50);
  await using later = startRun("exec sleep 1000");
  await later.end();
  expect(isAlive(pid)).toBe(true);
  await earlier.end();
  expect(isAlive(pid)).toBe(false);
});

test("a program started to go its own way is left alone, whatever it drops", async () => {
  await using run = startRun("exec sleep 1000");
  startAndForget(["/bin/sh", "-c", flee("browser.pid", "env -i")]);
  const browser = await live.settled("browser.pid");
  await until(() => linuxProcessTable.read(browser)?.parent === process.pid);
  await run.end();
  await endStrays(performance.now() + 60_000);
  expect(isAlive(browser)).toBe(true);
});

test("what a process without marks has started since is ended with it", async () => {
  const child = staying(live.path, "child.pid").replaceAll("'", `'"'"'`);
  const parent = `sh -c 'echo $$ > ${live.path}/parent.pid; ${child} & exec sleep 1000'`;
  await using run = startRun(
    `(setsid env -i prlimit --rttime=unlimited:unlimited ${parent} &); exec sleep 1000`,
  );
  const pids = [await live.settled("parent.pid"), await live.settled("child.pid")];
  await run.end();
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("recorded processes are ended at the start after a crash, but not one that has their pid now", async () => {
  const path = join(live.path, "processes.json");
  await using run = startRun(`${flee("tool.pid")}; exec sleep 1000`);
  const tool = await adopted("tool.pid");
  createEscapeRecord(path).update();
  const noted = readEscapes(path);
  expect(noted.map(({ pid }) => pid)).toContain(tool);

  const bystander = Bun.spawn(["sleep", "1000"]);
  const since = Number(linuxProcessTable.read(bystander.pid)!.startTime);
  const reused = { pid: bystander.pid, startTime: String(since - 1) };
  const { ended } = await endProcessesOfLostRuns({
    installationId: newId<string>(),
    runIds: [],
    escaped: [...noted.filter(({ pid }) => pid === tool), reused],
  });
  expect(ended.map(({ pid }) => pid)).toEqual([tool]);
  expect([run.child.pid, bystander.pid].map(isAlive)).toEqual([true, true]);
  bystander.kill("SIGKILL");
  await bystander.exited;
});

test.each([
  ["that is not there", null],
  ["that was cut off", '{"boot_id":"x","proc'],
  ["of another start of the machine", '{"boot_id":"x","processes":[{"pid":1,"startTime":"1"}]}'],
  ["that says something else", '{"boot_id":1}'],
])("a record %s identifies nobody", async (_which, content) => {
  const path = join(live.path, "processes.json");
  if (content !== null) await Bun.write(path, content);
  expect(readEscapes(path)).toEqual([]);
});
