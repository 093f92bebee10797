import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { isAlive, liveProcesses } from "#testing/live-processes.ts";
import { DONE, type FakeCliOptions, finish, said, startFakeCli } from "#testing/fake-cli.ts";

let live: ReturnType<typeof liveProcesses>;
beforeEach(() => (live = liveProcesses()));
afterEach(() => live[Symbol.dispose]());

const start = (script: string, options?: FakeCliOptions) =>
  startFakeCli(live.path, script, options);
const run = (script: string, options?: FakeCliOptions) => finish(start(script, options));
const stderrOf = (events: readonly NewTranscriptEvent[]) =>
  events.map((event) => (event.type === "stderr" ? event.text : "")).join("");

test("a run yields its start and the CLI's events, and ends with its answer", async () => {
  const { events, result } = await run(`
    echo '{"session":"s-1"}'; echo '{"say":"one"}'; echo note >&2; echo '{"say":"two"}'; ${DONE}`);
  expect(events[0]).toEqual({ type: "started", pid: expect.any(Number), cwd: live.path });
  expect(said(events)).toEqual(["one", "two"]);
  expect(events).toContainEqual({ type: "stderr", text: "note\n" });
  expect(result).toEqual({ kind: "completed", answer: "the answer", sessionId: "s-1" });
});

test("the CLI gets its arguments, its directory, no input, and the user's variables above all others", async () => {
  const { events } = await run(
    `cat; echo "$2|$3|$PWD|$FLAVOUR|$EXTRA|$MALAMAR_INSTALLATION_ID|\${#MALAMAR_RUN_ID}"; ${DONE}`,
    { setup: { env_vars: { FLAVOUR: "user", MALAMAR_INSTALLATION_ID: "forged" } } },
  );
  expect(events[1]).toEqual({
    type: "raw",
    line: `${live.path}|two words|${live.path}|user|adapter|installation|21`,
  });
});

test("a file for the run exists while it lasts, private, and is deleted afterwards", async () => {
  const note = join(live.path, "output.note.txt");
  const { events } = await run(`cat ${note}; echo; stat -c %a ${note}; ${DONE}`);
  expect(events.slice(1, 3)).toEqual([
    { type: "raw", line: "for this run alone" },
    { type: "raw", line: "600" },
  ]);
  expect(existsSync(note)).toBe(false);
});

test("the CLI gets its own directory as $PWD, not the one where Malamar was started", async () => {
  // Unchanged: a shell would correct it on its own.
  const { events } = await run(`tr '\\0' '\\n' < /proc/$$/environ | grep ^PWD=; ${DONE}`);
  expect(events[1]).toEqual({ type: "raw", line: `PWD=${live.path}` });
});

test("the CLI leads its own group and session", async () => {
  const { events } = await run(`echo "$$ $$ $$"; cut -d ' ' -f 1,5,6 /proc/$$/stat; ${DONE}`);
  expect(events[2]).toEqual(events[1]);
});

describe("how it ends", () => {
  const failed = (kind: string, exitCode: number | null, message: string) => ({
    kind: "failed",
    failure: { kind, exitCode, message },
  });

  test.each([
    ["exit 3", failed("exited", 3, "CLI exited with code 3")],
    ["echo boom >&2; exit 3", failed("exited", 3, "CLI exited with code 3. boom")],
    [
      String.raw`printf '\033[91m\033[1mError:\033[0m boom' >&2; exit 3`,
      failed("exited", 3, "CLI exited with code 3. Error: boom"),
    ],
    [
      `echo '{"failed":"no credit"}'; echo x >&2; exit 1`,
      failed("exited", 1, "CLI exited with code 1. no credit"),
    ],
    ["kill -SEGV $$", failed("killed", null, "CLI was killed by signal SIGSEGV")],
    [`echo '{"failed":"sorry"}'`, failed("reported_error", 0, "CLI reported an error: sorry")],
    [
      "echo hello",
      failed(
        "reported_error",
        0,
        "CLI reported an error: It ended without saying whether it was done.",
      ),
    ],
    [
      "echo 'resets at 2026-11-15T14:05:00Z' >&2; exit 1",
      {
        kind: "quota",
        resetsAt: "2026-11-15T14:05:00.000Z",
        message: "CLI exited with code 1. resets at 2026-11-15T14:05:00Z",
        exitCode: 1,
      },
    ],
    [
      "echo 'resets at 2026-11-15T11:00:00Z' >&2; exit 1",
      failed("exited", 1, "CLI exited with code 1. resets at 2026-11-15T11:00:00Z"),
    ],
  ])("`%s`", async (script, expected) => {
    const { result } = await run(script);
    expect(result).toMatchObject({ ...expected, sessionId: null });
  });

  test("a CLI that does not exist was not started", async () => {
    const { events, result } = await run("", { setup: { binary_path: "no-such-cli" } });
    expect(events).toEqual([]);
    expect(result).toMatchObject({
      kind: "failed",
      failure: {
        kind: "not_started",
        message: "CLI could not be started: Binary not found in PATH",
        diagnosis: { cause: "not_installed" },
      },
    });
  });

  test("a program that the system cannot run was not started", async () => {
    const broken = join(live.path, "broken");
    writeFileSync(broken, "#!/no/such/interpreter\n", { mode: 0o755 });
    const { result } = await run("", { setup: { binary_path: broken } });
    expect(result).toMatchObject({
      kind: "failed",
      failure: {
        kind: "not_started",
        message: expect.stringContaining("ENOENT"),
        isOfEngine: true,
      },
    });
  });

  test("an unusable directory is not the CLI's fault", async () => {
    const cwd = join(live.path, "none");
    const { result } = await run("", { cwd, adapter: { files: () => ({}) } });
    expect(result).toMatchObject({
      failure: {
        kind: "not_started",
        message: expect.stringContaining("ENOENT"),
        isOfEngine: false,
      },
    });
  });

  test("files that cannot be written for it are not the CLI's fault", async () => {
    const files = () => ({ [join(live.path, "none", "settings.json")]: "{}" });
    const { result } = await run("", { adapter: { files } });
    expect(result).toMatchObject({
      failure: {
        kind: "not_started",
        message: expect.stringContaining("its input cannot be written"),
        isOfEngine: undefined,
      },
    });
  });

  test("of a long stderr the last 4 KiB are the message, starting at a whole character", async () => {
    const { events, result } = await run(
      `i=0; while [ $i -lt 3000 ]; do printf '€'; i=$((i+1)); done >&2; printf x >&2; exit 1`,
    );
    expect(stderrOf(events)).toBe(`${"€".repeat(3000)}x`);
    expect(result).toMatchObject({
      failure: { message: `CLI exited with code 1. ${"€".repeat(1365)}x` },
    });
  });
});

describe("what it writes", () => {
  test("a line that cannot be parsed is kept as it is, and the run continues", async () => {
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

  test("lines and characters that come in pieces are joined", async () => {
    const go = join(live.path, "go");
    const cli = start(`
      printf '{"say":"gr\\303'; while ! [ -e ${go} ]; do :; done; printf '\\274\\303\\237e"}\\n{"done":"x"}'`);
    expect((await cli.next()).value).toMatchObject([{ type: "started" }]);
    // Half a line is not an event, but a sign of life.
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

  test("the CLI waits for its reader: nothing piles up", async () => {
    const cli = start(`echo $$ > ${live.path}/cli.pid; exec yes '{"say":"again"}'`);
    await cli.next();
    await cli.next();
    const pid = await live.pidOf("cli.pid");
    const written = async () => {
      const io = await Bun.file(`/proc/${pid}/io`).text();
      return Number(/wchar: (\d+)/.exec(io)![1]);
    };
    // It has filled the pipe and is blocked.
    let before = -1;
    while (before !== (await written())) {
      before = await written();
      await Bun.sleep(20);
    }
    // What Bun reads ahead on a busy machine; `yes` writes gigabytes in a second.
    expect(before).toBeLessThan(256 * 1024 * 1024);
    await cli.return({ kind: "aborted", sessionId: null });
    expect(isAlive(pid)).toBe(false);
  });
});
