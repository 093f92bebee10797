import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { newId } from "#lib/id.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { fileBeside, type CliAdapter, type StreamEnd } from "./cli-adapter.ts";
import { createCliEngine } from "./cli-engine.ts";
import type { RunRequest } from "./engine.ts";

/** A CLI that says `{"say":…}` and, at the end, `{"done":true}` or `{"failed":…}`. */
const adapter: CliAdapter = {
  type: "demo",
  binary: "fake-cli",
  versionArguments: [],
  arguments: (run) => ["--cwd", run.cwd, "two words"],
  environment: () => ({ FLAVOUR: "adapter", EXTRA: "adapter" }),
  files: (run) => ({ [fileBeside(run, "note.txt")]: "for this run alone" }),
  failures: [
    {
      cause: "quota",
      pattern: /resets at (\S+)/,
      resetsAt: (match) => new Date(match[1]!),
      samples: [],
    },
  ],
  createReader() {
    const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
    return {
      read(line) {
        const { say, done, failed, session, broken } = line as Record<string, string>;
        if (broken) throw new TypeError("an event of a new kind");
        if (session) end.sessionId = session;
        if (done) Object.assign(end, { terminal: { ok: true }, answer: done });
        if (failed) end.terminal = { ok: false, message: failed };
        if (say) return [{ type: "text", text: say }];
        return done || failed || session ? [] : null;
      },
      end: () => end,
    };
  },
};

let live: ReturnType<typeof liveProcesses>;
beforeEach(() => (live = liveProcesses()));
afterEach(() => live[Symbol.dispose]());

interface Options {
  signal?: AbortSignal;
  setup?: Partial<RunRequest["setup"]>;
  graceMs?: number;
}

/** Runs this shell script as the CLI. */
function start(script: string, { signal, setup, graceMs = 3000 }: Options = {}) {
  fakeProgram(live.path, "fake-cli", script);
  const engine = createCliEngine(adapter, { graceMs, clock: () => "2026-11-15T12:00:00.000Z" });
  const request: RunRequest = {
    runId: newId<RunId>(),
    installationId: "installation",
    model: null,
    cwd: live.path,
    prompt: "Reply OK",
    inputPath: join(live.path, "input.md"),
    outputPath: join(live.path, "output.json"),
    answerSchema: null,
    isUrgent: false,
    environment: { PATH: `${live.path}:/usr/bin:/bin`, FLAVOUR: "inherited", EXTRA: "inherited" },
    setup: { binary_path: null, env_vars: {}, ...setup },
  };
  return engine.run(request, signal ?? new AbortController().signal);
}

async function finish(run: ReturnType<typeof start>) {
  const events: NewTranscriptEvent[] = [];
  for (;;) {
    const { value, done } = await run.next();
    if (done) return { events, result: value };
    events.push(...value);
  }
}

function pidOfStart({ value }: Awaited<ReturnType<ReturnType<typeof start>["next"]>>): number {
  const first = Array.isArray(value) ? (value as readonly NewTranscriptEvent[])[0] : undefined;
  if (first?.type !== "started" || first.pid === null) throw new Error("It has not started");
  return first.pid;
}

const run = (script: string, options?: Options) => finish(start(script, options));
const said = (events: readonly NewTranscriptEvent[]) =>
  events.flatMap((event) => (event.type === "text" ? [event.text] : []));
const stderrOf = (events: readonly NewTranscriptEvent[]) =>
  events.map((event) => (event.type === "stderr" ? event.text : "")).join("");

/** A shell command that waits until this process has said its number. */
const onceThere = (name: string) => `while ! [ -s ${live.path}/${name} ]; do :; done`;

const DONE = `echo '{"done":"the answer"}'`;

test("a run yields its start, what the CLI says, and ends with its answer", async () => {
  const { events, result } = await run(`
    echo '{"session":"s-1"}'; echo '{"say":"one"}'; echo note >&2; echo '{"say":"two"}'; ${DONE}`);
  expect(events[0]).toEqual({ type: "started", pid: expect.any(Number), cwd: live.path });
  expect(said(events)).toEqual(["one", "two"]);
  expect(events).toContainEqual({ type: "stderr", text: "note\n" });
  expect(result).toEqual({ kind: "completed", answer: "the answer", sessionId: "s-1" });
});

test("the CLI gets its arguments, its directory, no input, and the user's variables above all", async () => {
  const { events } = await run(
    `cat; echo "$2|$3|$PWD|$FLAVOUR|$EXTRA|$MALAMAR_INSTALLATION_ID|\${#MALAMAR_RUN_ID}"; ${DONE}`,
    { setup: { env_vars: { FLAVOUR: "user", MALAMAR_INSTALLATION_ID: "forged" } } },
  );
  expect(events[1]).toEqual({
    type: "raw",
    line: `${live.path}|two words|${live.path}|user|adapter|installation|21`,
  });
});

test("a file for the run is there while it lasts, private, and gone afterwards", async () => {
  const note = join(live.path, "output.note.txt");
  const { events } = await run(`cat ${note}; echo; stat -c %a ${note}; ${DONE}`);
  expect(events.slice(1, 3)).toEqual([
    { type: "raw", line: "for this run alone" },
    { type: "raw", line: "600" },
  ]);
  expect(existsSync(note)).toBe(false);
});

test("the CLI is told the directory that it is in, not the one where Malamar was started", async () => {
  // As it was given: a shell would put it right by itself.
  const { events } = await run(`tr '\\0' '\\n' < /proc/$$/environ | grep ^PWD=; ${DONE}`);
  expect(events[1]).toEqual({ type: "raw", line: `PWD=${live.path}` });
});

test("the CLI leads a group and a session of its own", async () => {
  const { events } = await run(`echo "$$ $$ $$"; cut -d ' ' -f 1,5,6 /proc/$$/stat; ${DONE}`);
  expect(events[2]).toEqual(events[1]);
});

describe("how it ends", () => {
  test.each([
    ["exit 3", { kind: "exited", code: 3, message: null }],
    ["echo boom >&2; exit 3", { kind: "exited", code: 3, message: "boom" }],
    [
      String.raw`printf '\033[91m\033[1mError:\033[0m boom' >&2; exit 3`,
      { kind: "exited", code: 3, message: "Error: boom" },
    ],
    [
      `echo '{"failed":"no credit"}'; echo x >&2; exit 1`,
      { kind: "exited", code: 1, message: "no credit" },
    ],
    ["kill -SEGV $$", { kind: "killed", signal: "SIGSEGV" }],
    [`echo '{"failed":"sorry"}'`, { kind: "reported_error", message: "sorry" }],
    [
      "echo hello",
      { kind: "reported_error", message: "It ended without saying whether it was done." },
    ],
    [
      "echo 'resets at 2026-11-15T14:05:00Z' >&2; exit 1",
      {
        kind: "quota",
        resetsAt: "2026-11-15T14:05:00.000Z",
        message: "resets at 2026-11-15T14:05:00Z",
        code: 1,
      },
    ],
    [
      "echo 'resets at 2026-11-15T11:00:00Z' >&2; exit 1",
      { kind: "exited", code: 1, message: "resets at 2026-11-15T11:00:00Z" },
    ],
  ])("`%s`", async (script, expected) => {
    const { result } = await run(script);
    expect(result).toMatchObject({ ...expected, sessionId: null });
  });

  test("a CLI that is nowhere was not started", async () => {
    const { events, result } = await run("", { setup: { binary_path: "no-such-cli" } });
    expect(events).toEqual([]);
    expect(result).toMatchObject({
      kind: "not_started",
      reason: "Binary not found in PATH",
      diagnosis: { cause: "not_installed" },
    });
  });

  test("a program that the system cannot run was not started", async () => {
    const broken = join(live.path, "broken");
    writeFileSync(broken, "#!/no/such/interpreter\n", { mode: 0o755 });
    const { result } = await run("", { setup: { binary_path: broken } });
    expect(result).toMatchObject({
      kind: "not_started",
      reason: expect.stringContaining("ENOENT"),
    });
  });

  test("of a long stderr the last 4 KiB are the message, from a whole character on", async () => {
    const { events, result } = await run(
      `i=0; while [ $i -lt 3000 ]; do printf '€'; i=$((i+1)); done >&2; printf x >&2; exit 1`,
    );
    expect(stderrOf(events)).toBe(`${"€".repeat(3000)}x`);
    expect(result).toMatchObject({ message: `${"€".repeat(1365)}x` });
  });
});

describe("what it writes", () => {
  test("a line that cannot be read is kept as it is, and the run goes on", async () => {
    const { events, result } = await run(`
      echo '{"say":"one"}'; echo; echo '{"say":{"rate"'; echo '{"unknown":1}'; echo '{"broken":1}'
      echo plain; echo '{"say":"two"}'; ${DONE}`);
    expect(events.slice(1)).toEqual([
      { type: "text", text: "one" },
      { type: "raw", line: '{"say":{"rate"' },
      { type: "raw", line: '{"unknown":1}' },
      { type: "raw", line: '{"broken":1}' },
      { type: "raw", line: "plain" },
      { type: "text", text: "two" },
    ]);
    expect(result.kind).toBe("completed");
  });

  test("lines and characters that come in pieces are put together", async () => {
    const go = join(live.path, "go");
    const cli = start(`
      printf '{"say":"gr\\303'; while ! [ -e ${go} ]; do :; done; printf '\\274\\303\\237e"}\\n{"done":"x"}'`);
    expect((await cli.next()).value).toMatchObject([{ type: "started" }]);
    // Half a line is no event, but a sign of life.
    expect((await cli.next()).value).toEqual([]);
    await Bun.write(go, "");
    const { events, result } = await finish(cli);
    expect(said(events)).toEqual(["grüße"]);
    expect(result.kind).toBe("completed");
  });

  test("a flood without a line break is cut, not collected", async () => {
    const { events, result } = await run(
      `head -c 20000000 /dev/zero | tr '\\0' x; echo; echo '{"say":"after"}'; ${DONE}`,
    );
    const flood = events[1] as { type: "raw"; line: string };
    expect(flood.line.length).toBeLessThanOrEqual(64 * 1024);
    expect(flood.line).toEndWith("more characters]");
    expect(said(events)).toEqual(["after"]);
    expect(result.kind).toBe("completed");
  });

  test("the CLI waits for whoever reads: nothing piles up", async () => {
    const cli = start(`echo $$ > ${live.path}/cli.pid; exec yes '{"say":"again"}'`);
    await cli.next();
    await cli.next();
    const pid = await live.pidOf("cli.pid");
    const written = async () => {
      const io = await Bun.file(`/proc/${pid}/io`).text();
      return Number(/wchar: (\d+)/.exec(io)![1]);
    };
    // It has filled the pipe and stands still.
    let before = -1;
    while (before !== (await written())) {
      before = await written();
      await Bun.sleep(20);
    }
    expect(before).toBeLessThan(8 * 1024 * 1024);
    await cli.return({ kind: "aborted", sessionId: null });
    expect(isAlive(pid)).toBe(false);
  });
});

describe("nothing stays behind", () => {
  test("what the CLI leaves running when it ends is ended, with a notice", async () => {
    const { events, result } = await run(`
      (setsid env -i ${staying(live.path, "tool.pid")} &)
      ${onceThere("tool.pid")}; ${DONE}`);
    expect(isAlive(await live.pidOf("tool.pid"))).toBe(false);
    const notices = events.filter((event) => event.type === "notice").map(({ text }) => text);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/^Ended 1 process that the CLI left running: (sh|sleep)$/);
    expect(result.kind).toBe("completed");
  });

  test("a run that leaves nothing behind has no notice", async () => {
    const { events } = await run(`sleep 0; ${DONE}`);
    expect(events.filter((event) => event.type === "notice")).toEqual([]);
  });

  test("pipes that somebody else holds open do not hold up the end", async () => {
    // Not of the run by any mark, so it is not ours to end.
    const unmarked = "env -i /usr/bin/prlimit --rttime=unlimited:unlimited /usr/bin/setsid";
    const { events, result } = await run(`
      (${unmarked} ${staying(live.path, "holder.pid")} &)
      ${onceThere("holder.pid")}; echo '{"say":"last"}'; ${DONE}`);
    expect(isAlive(await live.pidOf("holder.pid"))).toBe(true);
    expect(said(events)).toEqual(["last"]);
    expect(result.kind).toBe("completed");
  });

  test("an abort ends the CLI and its tools, and what was written is still told", async () => {
    const abort = new AbortController();
    const cli = start(`setsid ${staying(live.path, "tool.pid")} & echo '{"say":"working"}'; wait`, {
      signal: abort.signal,
    });
    const pid = pidOfStart(await cli.next());
    const tool = await live.pidOf("tool.pid");
    abort.abort();
    const { events, result } = await finish(cli);
    expect([pid, tool].map(isAlive)).toEqual([false, false]);
    expect(said(events)).toEqual(["working"]);
    expect(events.filter((event) => event.type === "notice")).toEqual([]);
    expect(result).toEqual({ kind: "aborted", sessionId: null });
  });

  test("an abort ends them even while nobody reads", async () => {
    const abort = new AbortController();
    const cli = start(`${staying(live.path, "tool.pid")} & wait`, { signal: abort.signal });
    await cli.next();
    const tool = await live.pidOf("tool.pid");
    abort.abort();
    await until(() => !isAlive(tool));
    expect((await finish(cli)).result.kind).toBe("aborted");
  });

  test("a CLI that ends with code 0 when it is told to end was aborted all the same", async () => {
    const abort = new AbortController();
    const cli = start(
      `trap '${DONE.replaceAll("'", `'"'"'`)}; exit 0' TERM; echo $$ > ${live.path}/cli.pid; while :; do sleep 0.01; done`,
      { signal: abort.signal },
    );
    await cli.next();
    await live.pidOf("cli.pid");
    abort.abort();
    expect((await finish(cli)).result.kind).toBe("aborted");
  });

  test("an abort before the start starts nothing", async () => {
    const { events, result } = await run(`echo $$ > ${live.path}/cli.pid; ${DONE}`, {
      signal: AbortSignal.abort(),
    });
    expect(events).toEqual([]);
    expect(result).toEqual({ kind: "aborted", sessionId: null });
    expect(await Bun.file(join(live.path, "cli.pid")).exists()).toBe(false);
  });

  test("whoever stops listening has ended the run", async () => {
    const cli = start(`(setsid env -i ${staying(live.path, "tool.pid")} &); sleep 1000`);
    const leader = pidOfStart(await cli.next());
    await live.pidOf("tool.pid");
    await cli.return({ kind: "aborted", sessionId: null });
    expect([leader, await live.pidOf("tool.pid")].map(isAlive)).toEqual([false, false]);
  });
});
