import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { newId } from "#lib/id.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { endProcesses, endProcessesOfRun } from "./end-processes.ts";
import { linuxProcessTable } from "./process-table.ts";
import { spawnMarked, startAndForget } from "./process.ts";
import { signalProcess } from "./signal-process.ts";

const env = { PATH: "/usr/bin:/bin" };

/** A run whose leader is this shell script. */
function startRun(script: string) {
  return startProgram(["/bin/sh", "-c", script]);
}

function startProgram(argv: readonly [string, ...string[]]) {
  const mark = { runId: newId<string>(), installationId: "test" };
  const child = spawnMarked({ argv, env, mark });
  const run = { mark, leader: child.pid };
  return {
    child,
    mark,
    end: (graceMs = 3000) => endProcessesOfRun(run, { graceMs }),
    async [Symbol.asyncDispose]() {
      await endProcessesOfRun(run, { graceMs: 0 });
    },
  };
}

test("a tool in a new session dies with its run", async () => {
  using live = liveProcesses();
  await using run = startRun(`setsid ${staying(live.path, "tool.pid")} & wait`);
  const tool = await live.pidOf("tool.pid");
  const { ended, survivors } = await run.end();
  expect(isAlive(tool)).toBe(false);
  expect(isAlive(run.child.pid)).toBe(false);
  expect(ended.map(({ pid }) => pid)).toContain(tool);
  expect(survivors).toEqual([]);
});

/** Starts a tool, and ends only its first thread, as happens briefly in a dying process. */
function endsItsFirstThread(tool: string): string {
  return `
    import { dlopen } from "bun:ffi";
    const { syscall } = dlopen("libc.so.6", {
      syscall: { args: ["i64", "i64"], returns: "i64" },
    }).symbols;
    Bun.spawn(["/bin/sh", "-c", ${JSON.stringify(tool)}], { stdio: ["ignore", "ignore", "ignore"] });
    new Worker("data:text/javascript,setInterval(() => {}, 1000)");
    syscall(process.arch === "x64" ? 60 : 93, 0);
  `;
}

test("a process's children are found as long as one of its threads lives", async () => {
  using live = liveProcesses();
  const script = endsItsFirstThread(`setsid ${staying(live.path, "tool.pid")}`);
  await using run = startProgram([process.execPath, "-e", script]);
  const tool = await live.pidOf("tool.pid");
  await until(() => /^State:\tZ/m.test(readFileSync(`/proc/${run.child.pid}/status`, "utf8")));
  await run.end();
  expect(isAlive(tool)).toBe(false);
});

test("a tool that left everything behind dies with its run, and no other process does", async () => {
  using live = liveProcesses();
  const flee = (name: string) => `(setsid env -i ${staying(live.path, name)} &)`;
  await using other = startRun(`${flee("other.pid")}; wait; exec sleep 1000`);
  await using run = startRun(flee("tool.pid"));
  // Like the user's browser: started by us, double-forked, so that it becomes our child.
  startAndForget(["/bin/sh", "-c", flee("stranger.pid")]);
  const pids = await Promise.all(["other.pid", "tool.pid", "stranger.pid"].map(live.pidOf));
  const [otherTool, tool, browser] = pids as [number, number, number];
  await run.child.exited;
  await until(() => linuxProcessTable.read(tool)?.parent === process.pid);
  await until(() => linuxProcessTable.read(browser)?.parent === process.pid);
  expect(linuxProcessTable.variablesOf(tool).filter((v) => v.startsWith("MALAMAR"))).toEqual([]);

  const { ended } = await run.end();
  expect(ended.map(({ pid }) => pid)).toEqual([tool]);
  expect([tool, otherTool, browser, other.child.pid].map(isAlive)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test("even the first run of a process loses no tool", async () => {
  using live = liveProcesses();
  const flee = `(setsid env -i ${staying(live.path, "tool.pid")} &); while ! [ -s ${live.path}/tool.pid ]; do :; done`;
  const program = `
    const { spawnMarked } = await import("${import.meta.dir}/process.ts");
    const { endProcessesOfRun } = await import("${import.meta.dir}/end-processes.ts");
    const mark = { runId: "first", installationId: "test" };
    const env = ${JSON.stringify(env)};
    const child = spawnMarked({ argv: ["/bin/sh", "-c", ${JSON.stringify(flee)}], env, mark });
    await child.exited;
    console.log((await endProcessesOfRun({ mark, leader: child.pid })).ended.length);`;
  const fresh = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
  expect(await fresh.stdout.text()).toBe("1\n");
  expect(isAlive(await live.pidOf("tool.pid"))).toBe(false);
});

test("a tool that is recognized by its environment alone is found", async () => {
  using live = liveProcesses();
  const unlimited = `prlimit --rttime=unlimited:unlimited`;
  await using run = startRun(`(setsid ${unlimited} ${staying(live.path, "tool.pid")} &)`);
  const tool = await live.settled("tool.pid");
  await run.child.exited;
  expect(linuxProcessTable.limitOf(tool)).toBeNull();
  await run.end();
  expect(isAlive(tool)).toBe(false);
});

test("an orphan that names our run, but another installation, is left alone", async () => {
  using live = liveProcesses();
  await using run = startRun("exec sleep 1000");
  const variables = `MALAMAR_RUN_ID=${run.mark.runId} MALAMAR_INSTALLATION_ID=other`;
  const script = `(setsid env ${variables} ${staying(live.path, "other.pid")} &)`;
  await Bun.spawn(["/bin/sh", "-c", script], { env }).exited;
  const other = await live.settled("other.pid");
  await until(() => linuxProcessTable.read(other)?.parent === process.pid);
  await run.end();
  expect([run.child.pid, other].map(isAlive)).toEqual([false, true]);
});

test("a process that ignores SIGTERM is killed after the grace period", async () => {
  using live = liveProcesses();
  const deaf = `sh -c 'trap "" TERM; echo $$ > ${live.path}/deaf.pid; while :; do sleep 1000; done'`;
  await using run = startRun(`trap "" TERM; ${deaf} & wait`);
  const deafPid = await live.pidOf("deaf.pid");
  await run.end(50);
  expect([deafPid, run.child.pid].map(isAlive)).toEqual([false, false]);
  await run.child.exited;
  expect(run.child.signalCode).toBe("SIGKILL");
});

test("a process that ends cleanly is not killed, and is asked once", async () => {
  using live = liveProcesses();
  const said = `${live.path}/said`;
  // It takes its time to end, without a child that would be asked as well.
  const script = `trap "echo asked >> ${said}" TERM; echo $$ > ${live.path}/cli.pid
    while ! [ -s ${said} ]; do :; done
    i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; exit 7`;
  await using run = startRun(script);
  await live.pidOf("cli.pid");
  await run.end();
  expect(await run.child.exited).toBe(7);
  expect(await Bun.file(said).text()).toBe("asked\n");
});

test("what is started while everything is ending does not survive", async () => {
  using live = liveProcesses();
  // A process that ignores a signal passes that on, so the late one is there until it is killed.
  const late = `(setsid env -i ${staying(live.path, "late.pid")} &)`.replaceAll("'", `'"'"'`);
  const script = `trap 'trap "" TERM; ${late}; exit 0' TERM; echo $$ > ${live.path}/cli.pid
    while :; do sleep 0.01; done`;
  await using run = startRun(script);
  await live.pidOf("cli.pid");
  await run.end(500);
  expect([await live.pidOf("late.pid"), run.child.pid].map(isAlive)).toEqual([false, false]);
});

test("a stopped process dies, leader and tool alike", async () => {
  using live = liveProcesses();
  const stopped = `setsid sh -c 'echo $$ > ${live.path}/tool.pid; kill -STOP $$'`;
  await using run = startRun(`${stopped} & echo $$ > ${live.path}/cli.pid; kill -STOP $$; wait`);
  const pids = await Promise.all(["tool.pid", "cli.pid"].map(live.pidOf));
  await until(() => pids.every((pid) => linuxProcessTable.read(pid)?.state === "T"));
  await run.end();
  expect(pids.map(isAlive)).toEqual([false, false]);
  await run.child.exited;
  expect(run.child.signalCode).toBe("SIGTERM");
});

test("several runs end at the same time", async () => {
  using live = liveProcesses();
  const runs = ["a", "b", "c", "d"].map((name) =>
    startRun(`(setsid env -i ${staying(live.path, `${name}.pid`)} &); exec sleep 1000`),
  );
  const tools = await Promise.all(["a.pid", "b.pid", "c.pid", "d.pid"].map(live.pidOf));
  await Promise.all(runs.map((run) => run.end()));
  expect([...tools, ...runs.map(({ child }) => child.pid)].some(isAlive)).toBe(false);
});

test("a pid that has passed to another process is never signalled", async () => {
  const child = Bun.spawn(["sleep", "1000"]);
  try {
    const entry = linuxProcessTable.read(child.pid)!;
    const earlier = { ...entry, startTime: String(Number(entry.startTime) - 1) };
    signalProcess(earlier, "SIGKILL");
    await endProcesses((table, known) => (known.length === 0 ? [earlier] : []), { graceMs: 0 });
    expect(isAlive(child.pid)).toBe(true);
    // The same with the right start time, to prove that the above means something.
    signalProcess(entry, "SIGKILL");
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
  } finally {
    child.kill("SIGKILL");
  }
});

test("init and our own process are never signalled", () => {
  for (const pid of [0, 1, -1, process.pid]) {
    const startTime = linuxProcessTable.read(pid)?.startTime ?? "";
    signalProcess({ pid, startTime }, "SIGTERM");
  }
  expect(isAlive(process.pid)).toBe(true);
});

test("what cannot be ended is reported, not waited for", async () => {
  const child = Bun.spawn(["sleep", "1000"]);
  try {
    const entry = linuxProcessTable.read(child.pid)!;
    // As if the kernel held it: no signal arrives.
    const stuck = { ...entry, startTime: "0" };
    const { ended, survivors } = await endProcesses(() => [stuck], { graceMs: 0 });
    expect({ ended, survivors }).toEqual({ ended: [], survivors: [stuck] });
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
});
