import { expect, test } from "bun:test";
import { join } from "node:path";
import { messageOf } from "#lib/app-error.ts";
import { newId } from "#lib/id.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { endCommands, runCommand } from "./command.ts";
import { endProcessesOfLostRuns } from "./supervision.ts";

const env = { PATH: "/usr/bin:/bin" };
const shell = (script: string) => ["/bin/sh", "-c", script] as const;
/** Longer than any test. */
const timeoutMs = 60_000;

/** A tool of the command that has escaped from it: another session, no variables. */
const runaway = (dir: string, name: string) => `(setsid env -i ${staying(dir, name)} &)`;

const ignoringTerm = (dir: string) =>
  `trap '' TERM; echo $$ > ${dir}/deaf.pid; while :; do sleep 0.01; done`;

test("it returns the code and both outputs", async () => {
  const argv = shell("echo out; echo err >&2; exit 3");
  expect(await runCommand({ argv, env, timeoutMs })).toEqual({
    kind: "exited",
    code: 3,
    stdout: "out\n",
    stderr: "err\n",
    isCut: false,
  });
});

test("no shell reads its arguments, and its variables and directory are those given", async () => {
  using dir = tempDir();
  const argv = ["/usr/bin/printf", "%s", "$HOME; `id` *"] as const;
  expect((await runCommand({ argv, env: {}, timeoutMs })).stdout).toBe("$HOME; `id` *");
  const seen = await runCommand({ argv: shell("pwd; env"), env, cwd: dir.path, timeoutMs });
  const [cwd, ...variables] = seen.stdout.trim().split("\n");
  expect(cwd).toBe(dir.path);
  const names = variables.map((line) => line.split("=")[0]!);
  // The shell's own, and our two marks.
  expect(names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_|MALAMAR_\w+_ID)$/.test(name))).toEqual([
    "PATH",
  ]);
});

test.each<[string, string | Uint8Array]>([
  ["text", "grüße\n".repeat(50_000)],
  ["bytes", new Uint8Array(300_000).fill(0xe4)],
])("it reads %s from its input", async (_kind, stdin) => {
  const { length } = Buffer.from(stdin);
  const result = await runCommand({ argv: shell("wc -c"), env, stdin, timeoutMs });
  expect(result).toMatchObject({ kind: "exited", code: 0, stdout: `${length}\n` });
});

test("without an input it finds none, and one that is not read holds up nothing", async () => {
  const silent = await runCommand({ argv: shell("cat; echo end"), env, timeoutMs });
  expect(silent).toMatchObject({ kind: "exited", stdout: "end\n" });
  const stdin = new Uint8Array(5_000_000);
  expect(await runCommand({ argv: shell("exit 4"), env, stdin, timeoutMs })).toMatchObject({
    kind: "exited",
    code: 4,
  });
});

test("its output is passed on in pieces while it still runs", async () => {
  using live = liveProcesses();
  const go = join(live.path, "go");
  const seen: string[] = [];
  const result = await runCommand({
    argv: shell(`echo first; echo oops >&2; while ! [ -e ${go} ]; do sleep 0.01; done; echo last`),
    env,
    timeoutMs,
    // It continues only after both have been passed on.
    onOutput: async ({ from, bytes }) => {
      seen.push(`${from}: ${Buffer.from(bytes).toString().trim()}`);
      if (seen.length === 2) await Bun.write(go, "");
    },
  });
  expect(seen.slice(0, 2).toSorted()).toEqual(["stderr: oops", "stdout: first"]);
  expect(seen.slice(2)).toEqual(["stdout: last"]);
  expect(result).toMatchObject({ kind: "exited", stdout: "first\nlast\n", stderr: "oops\n" });
});

test("1 GB of output passes by in flat memory, and the beginning is kept", async () => {
  let told = 0;
  let peak = 0;
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const result = await runCommand({
    argv: shell("head -c 1000000000 /dev/zero | tr '\\0' x"),
    env,
    timeoutMs,
    keepBytes: 1000,
    onOutput: ({ bytes }) => {
      told += bytes.length;
      peak = Math.max(peak, process.memoryUsage.rss());
    },
  });
  expect(told).toBe(1_000_000_000);
  expect(result).toMatchObject({ kind: "exited", stdout: "x".repeat(1000), isCut: true });
  expect((peak - before) / 1_000_000).toBeLessThan(300);
}, 120_000);

test("a caller that wants no more of it ends it", async () => {
  using live = liveProcesses();
  const refused = runCommand({
    argv: shell(`${runaway(live.path, "tool.pid")}; exec yes`),
    env,
    timeoutMs,
    onOutput: async () => {
      await live.pidOf("tool.pid");
      throw new Error("Too much");
    },
  });
  expect(await refused.catch(messageOf)).toBe("Too much");
  expect(isAlive(await live.pidOf("tool.pid"))).toBe(false);
});

test("at its time limit nothing of it is left, not even an escaped tool", async () => {
  using live = liveProcesses();
  const argv = shell(`${runaway(live.path, "tool.pid")}; ${staying(live.path, "child.pid")}`);
  const result = await runCommand({ argv, env, timeoutMs: 1500 });
  expect(result.kind).toBe("timed_out");
  const pids = [await live.pidOf("tool.pid"), await live.pidOf("child.pid")];
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test.each<[string, (abort: AbortController) => void]>([
  ["its signal", (abort) => abort.abort()],
  ["a stop", () => void endCommands()],
])(
  "%s ends it with everything that it started, and its output until then is kept",
  async (_by, end) => {
    using live = liveProcesses();
    const abort = new AbortController();
    const argv = shell(`${runaway(live.path, "tool.pid")}; echo working; exec sleep 1000`);
    const result = runCommand({
      argv,
      env,
      timeoutMs,
      signal: abort.signal,
      onOutput: async () => {
        await live.pidOf("tool.pid");
        end(abort);
      },
    });
    expect(await result).toMatchObject({ kind: "aborted", stdout: "working\n" });
    expect(isAlive(await live.pidOf("tool.pid"))).toBe(false);
  },
);

test("a stop is over when nothing is left of any command", async () => {
  using live = liveProcesses();
  const argv = shell(`${runaway(live.path, "tool.pid")}; ${ignoringTerm(live.path)}`);
  const result = runCommand({ argv, env, timeoutMs, graceMs: 100 });
  const pids = [await live.pidOf("tool.pid"), await live.pidOf("deaf.pid")];
  await endCommands();
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect((await result).kind).toBe("aborted");
});

test("a signal that came before starts no process", async () => {
  using dir = tempDir();
  const argv = shell(`touch ${dir.path}/ran`);
  const signal = AbortSignal.abort();
  expect((await runCommand({ argv, env, timeoutMs, signal })).kind).toBe("aborted");
  expect(await Bun.file(join(dir.path, "ran")).exists()).toBe(false);
});

test("a process that ignores SIGTERM is killed after the grace period; others end cleanly", async () => {
  using live = liveProcesses();
  const deaf = await runCommand({
    argv: shell(ignoringTerm(live.path)),
    env,
    timeoutMs: 1500,
    graceMs: 100,
  });
  expect(deaf.kind).toBe("timed_out");
  expect(isAlive(await live.pidOf("deaf.pid"))).toBe(false);
  const polite = await runCommand({
    argv: shell("trap 'echo bye; exit' TERM; while :; do sleep 0.01; done"),
    env,
    timeoutMs: 1500,
  });
  expect(polite).toMatchObject({ kind: "timed_out", stdout: "bye\n" });
});

test.each<[string, readonly [string, ...string[]], object]>([
  ["a program that is not there", ["/no/such/program"], { kind: "not_started" }],
  ["a directory", ["/tmp"], { kind: "not_started" }],
  ["one that dies", shell("kill -SEGV $$"), { kind: "killed", signal: "SIGSEGV" }],
])("%s is told apart", async (_case, argv, expected) => {
  const result = await runCommand({ argv, env, timeoutMs });
  expect(result).toMatchObject(expected);
  if (result.kind === "not_started") expect(result.reason).not.toBe("");
});

test("the next start ends what a crash left of a command, even without its variables", async () => {
  using live = liveProcesses();
  const installationId = newId<string>();
  const tools = `${runaway(live.path, "tool.pid")}; ${staying(live.path, "child.pid")}`;
  const program = `
    const { nameCommandsAfter, runCommand } = await import("${import.meta.dir}/command.ts");
    nameCommandsAfter(${JSON.stringify(installationId)});
    await runCommand({ argv: ["/bin/sh", "-c", ${JSON.stringify(tools)}], env: ${JSON.stringify(env)}, timeoutMs: 60000 });`;
  const crashing = Bun.spawn([process.execPath, "-e", program]);
  const pids = [await live.settled("tool.pid"), await live.settled("child.pid")];
  crashing.kill("SIGKILL");
  await crashing.exited;
  expect(pids.map(isAlive)).toEqual([true, true]);
  await endProcessesOfLostRuns({ installationId, runIds: [] });
  await until(() => !pids.some(isAlive));
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("two at once do not end each other's tools", async () => {
  using live = liveProcesses();
  const abort = new AbortController();
  const long = runCommand({
    argv: shell(`${runaway(live.path, "long.pid")}; exec sleep 1000`),
    env,
    timeoutMs,
    signal: abort.signal,
  });
  const tool = await live.settled("long.pid");
  await runCommand({ argv: shell(runaway(live.path, "short.pid")), env, timeoutMs });
  expect(isAlive(tool)).toBe(true);
  abort.abort();
  await long;
  expect(isAlive(tool)).toBe(false);
});
