import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, until } from "@malamar/server/testing/live-processes.ts";
import { tempDir } from "@malamar/server/testing/temp-dir.ts";
import { started, taskBriefing } from "./testing/briefings.ts";

const MAIN = join(import.meta.dir, "../server/src/main.ts");

function argvFor(...argv: string[]): string[] {
  return [process.execPath, "--no-env-file", "--config=/dev/null", MAIN, "stand-in", ...argv];
}

/** A running stand-in in its own directory; whatever happens, it does not outlive the block. */
function start(instruction: string, visit = 1) {
  const dir = tempDir();
  const outputPath = join(dir.path, "malamar_output_1.json");
  const briefingPath = join(dir.path, "malamar_output_1.briefing.json");
  const briefing = taskBriefing({
    role: instruction,
    activity: Array.from({ length: visit }, () => started("Planner")),
  });
  writeFileSync(briefingPath, JSON.stringify({ briefing, output_path: outputPath }));
  const child = Bun.spawn(argvFor("Read the file", briefingPath), {
    cwd: dir.path,
    env: { PATH: "/usr/bin:/bin", GIVEN: "yes" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  return {
    child,
    pathOf: (name: string) => join(dir.path, name),
    read: (name: string) => readFileSync(join(dir.path, name), "utf8"),
    /** Everything observable from outside, once it has ended. */
    async end() {
      const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      await child.exited;
      return {
        code: child.exitCode,
        signal: child.signalCode,
        lines: stdout.split("\n").filter((line) => line !== ""),
        stderr,
        output: existsSync(outputPath) ? readFileSync(outputPath, "utf8") : null,
      };
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
      dir[Symbol.dispose]();
    },
  };
}

const script = (...steps: string[]) => `\`\`\`demo\n${steps.join("\n")}\n\`\`\``;

const goodEnd = { type: "result", ok: true, session_id: expect.any(String) };

const eventsOf = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line));

/** Of 1200 tokens and two cents. */
const used = (input_tokens: number) => ({
  type: "usage",
  input_tokens,
  output_tokens: null,
  cached_tokens: null,
  cost_usd: expect.closeTo((input_tokens / 1200) * 0.02) as number,
});

/** What a tool that writes a file tells. */
const wrote = (id: string, name: string, input: object, kind: string) => [
  { type: "tool_call", id, name, input },
  { type: "tool_result", id, output: expect.any(String), is_error: false },
  { type: "file_change", path: "docs/notes.md", kind },
];

test("it does what the script says, reports its usage as it goes, and answers with all actions", async () => {
  await using run = start(
    script(
      "think Look first.",
      "say On {task}, visit {visit}.",
      'tool Bash {"command":"ls"} => in.md',
      "write docs/notes.md # {task}",
      "  | More.",
      "write docs/notes.md Again",
      "usage 1200 in, $0.02",
      "session my-session",
      "comment A plan for {task}.",
      "review",
    ),
  );
  const { code, lines, stderr, output } = await run.end();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const notes = "# Add a page\nMore.\n";
  expect(eventsOf(lines)).toEqual([
    { type: "thinking", text: "Look first." },
    used(200),
    { type: "text", text: "On Add a page, visit 1." },
    used(400),
    { type: "tool_call", id: "tool_1", name: "Bash", input: { command: "ls" } },
    { type: "tool_result", id: "tool_1", output: "in.md", is_error: false },
    used(600),
    ...wrote("tool_2", "Write", { file_path: "docs/notes.md", content: notes }, "add"),
    used(800),
    ...wrote(
      "tool_3",
      "Edit",
      { file_path: "docs/notes.md", old_string: notes, new_string: "Again\n" },
      "update",
    ),
    used(1000),
    used(1200),
    { type: "result", ok: true, session_id: "my-session" },
  ]);
  expect(run.read("docs/notes.md")).toBe("Again\n");
  expect(JSON.parse(output!)).toEqual({
    actions: [
      { type: "comment", content: "A plan for Add a page." },
      { type: "change_status", status: "in_review" },
    ],
  });
});

test("it deletes a file once", async () => {
  await using run = start(script("write notes.md Hello", "delete notes.md", "delete notes.md"));
  const { code, lines } = await run.end();
  expect(code).toBe(0);
  const changes = eventsOf(lines).filter((event) => JSON.stringify(event).includes("file_change"));
  expect(changes).toEqual([
    { type: "file_change", path: "notes.md", kind: "add" },
    { type: "file_change", path: "notes.md", kind: "delete" },
  ]);
  expect(existsSync(run.pathOf("notes.md"))).toBe(false);
});

test("without a script it comments once and skips from then on", async () => {
  await using first = start("You are the Planner.");
  expect(JSON.parse((await first.end()).output!)).toEqual({
    actions: [{ type: "comment", content: expect.stringContaining("“Add a page”") }],
  });
  await using second = start("You are the Planner.", 2);
  expect(JSON.parse((await second.end()).output!)).toEqual({ actions: [{ type: "skip" }] });
});

interface Seen {
  code?: number | null;
  signal?: string | null;
  stderr?: string;
  output?: string | null;
  last?: unknown;
}

const NO_ACTIONS = '{"actions":[]}';

test.each<[string[], Seen]>([
  [["exit 3 no credit"], { code: 3, stderr: "no credit\n", output: null, last: undefined }],
  [
    ["error no credit", "exit 3"],
    { code: 3, stderr: "", output: null, last: { ...goodEnd, ok: false, message: "no credit" } },
  ],
  [["kill SIGSEGV"], { code: null, signal: "SIGSEGV", output: null, last: undefined }],
  [["error no credit"], { code: 0, last: { ...goodEnd, ok: false, message: "no credit" } }],
  [["no terminal"], { code: 0, output: NO_ACTIONS, last: undefined }],
  [["no output"], { code: 0, output: null, last: goodEnd }],
  [["empty output"], { code: 0, output: "", last: goodEnd }],
  [["output this is not json"], { code: 0, output: "this is not json", last: goodEnd }],
  [["late output 1ms", "skip"], { output: '{"actions":[{"type":"skip"}]}', last: goodEnd }],
  [["stderr oh no"], { code: 0, stderr: "oh no\n", last: goodEnd }],
  [
    ["quota"],
    { code: 1, last: { ...goodEnd, ok: false, message: "Usage limit reached." }, output: null },
  ],
  [
    ["quota 2030-01-01T00:00:00Z You are out."],
    {
      code: 1,
      last: { ...goodEnd, ok: false, message: "You are out. Resets at 2030-01-01T00:00:00.000Z." },
    },
  ],
  [["tink"], { code: 2, stderr: 'Demo CLI: line 1: "tink" is not a step that I know.\n' }],
])("%j ends as it says", async (steps, expected) => {
  await using run = start(script(...steps));
  const { lines, ...seen } = await run.end();
  expect({ ...seen, last: eventsOf(lines).at(-1) }).toMatchObject({ ...expected });
});

test("a quota that ends after a while names the time", async () => {
  const before = Date.now();
  await using run = start(script("quota 2h"));
  const [last] = eventsOf((await run.end()).lines) as [{ message: string }];
  const time = Date.parse(/Resets at (\S+)\.$/.exec(last.message)![1]!);
  expect(time).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
  expect(time).toBeLessThanOrEqual(Date.now() + 2 * 3_600_000);
});

test("a raw line is not JSON", async () => {
  await using run = start(script("raw Update available!"));
  expect((await run.end()).lines[0]).toBe("Update available!");
});

test("it reads its stdin to the end, which is empty", async () => {
  await using run = start(script("read stdin", "skip"));
  const { code, lines } = await run.end();
  expect({ code, first: JSON.parse(lines[0]!) }).toEqual({
    code: 0,
    first: { type: "text", text: "Read 0 bytes" },
  });
});

test("a wrong call says what is wrong", async () => {
  const child = Bun.spawn(argvFor("Read the file", "/no/such/file"), {
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await child.stderr.text()).toStartWith("Demo CLI: ENOENT");
  expect(await child.exited).toBe(2);
});

test("it starts without loading anything of the server, nor any package", async () => {
  const entrypoints = [join(import.meta.dir, "stand-in.ts")];
  const { outputs } = await Bun.build({ entrypoints, target: "bun", packages: "external" });
  const scan = new Bun.Transpiler({ loader: "ts" });
  const imports = scan.scanImports(await outputs[0]!.text()).map(({ path }) => path);
  expect([...new Set(imports)].toSorted()).toEqual([
    "@malamar/server/lib/version.ts",
    "fs",
    "os",
    "path",
  ]);

  const first = scan.scanImports(readFileSync(MAIN, "utf8"));
  const loadedAtOnce = first.filter(({ kind }) => kind === "import-statement");
  expect(loadedAtOnce.map(({ path }) => path)).toEqual(["#lib/startup-error.ts", "./web-root.ts"]);
});

test("it prints its version", async () => {
  const child = Bun.spawn(argvFor("--version"), { stdout: "pipe" });
  expect(await child.stdout.text()).toMatch(/^Demo CLI \d+\.\d+\.\d+\n$/);
});

test("it waits at a gate", async () => {
  await using run = start(script("pid pid", "env env", "gate go", "comment Through."));
  await until(() => existsSync(run.pathOf("env")));
  expect(run.read("pid")).toBe(`${run.child.pid}\n`);
  expect(run.read("env")).toBe("GIVEN\nPATH\n");
  writeFileSync(run.pathOf("go"), "");
  expect((await run.end()).output).toContain("Through.");
});

test("it hangs in silence until it is ended", async () => {
  await using run = start(script("pid pid", "hang"));
  await until(() => existsSync(run.pathOf("pid")));
  run.child.kill("SIGTERM");
  expect(await run.end()).toMatchObject({ signal: "SIGTERM", lines: [], output: null });
});

test("a late answer is not there yet when it says its last word", async () => {
  await using run = start(script("late output 1h", "skip"));
  const reader = run.child.stdout.getReader();
  expect(JSON.parse(new TextDecoder().decode((await reader.read()).value))).toEqual(goodEnd);
  expect(existsSync(run.pathOf("malamar_output_1.json"))).toBe(false);
});

test("it ignores signals when the script says so", async () => {
  await using run = start(script("ignore signals", "pid pid", "gate go"));
  await until(() => existsSync(run.pathOf("pid")));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) run.child.kill(signal);
  writeFileSync(run.pathOf("go"), "");
  expect(await run.end()).toMatchObject({ code: 0, output: NO_ACTIONS });
});

test.each([
  ["flood 1MB", { events: true, stdout: 1_000_000, stderr: 0 }],
  ["flood 1MB without newlines", { events: false, stdout: 1_000_000, stderr: 0 }],
  ["flood stderr 1MB", { events: true, stdout: 0, stderr: 1_000_000 }],
])("`%s` writes that much and continues", async (step, { events, stdout, stderr }) => {
  await using run = start(script(step, "no terminal"));
  const seen = await run.end();
  const written = seen.lines.join("\n");
  expect({ code: seen.code, output: seen.output }).toEqual({ code: 0, output: NO_ACTIONS });
  expect(written.length).toBeGreaterThanOrEqual(stdout);
  expect(seen.stderr.length).toBeGreaterThanOrEqual(stderr);
  if (events) expect(() => eventsOf(seen.lines)).not.toThrow();
  else expect(seen.lines).toHaveLength(1);
});

test.each(["fork", "fork bare"])("`%s` leaves a tool behind in its own session", async (step) => {
  await using run = start(script(step, "pid done", "gate go"));
  const reader = run.child.stdout.getReader();
  const line = new TextDecoder().decode((await reader.read()).value);
  const pid = Number(/pid (\d+)"/.exec(line)![1]);
  try {
    await until(() => existsSync(run.pathOf("done")));
    // Its pid is known before it has become the tool.
    await until(() => nameOf(pid) === "(sleep)");
    expect(sessionOf(pid)).not.toBe(sessionOf(run.child.pid));
    expect(isAlive(pid)).toBe(true);
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
    expect(environment.includes("GIVEN=yes")).toBe(step === "fork");
    await until(() => (parentOf(pid) === run.child.pid) === (step === "fork"));
    writeFileSync(run.pathOf("go"), "");
    await run.child.exited;
    expect(isAlive(pid)).toBe(true);
  } finally {
    process.kill(pid, "SIGKILL");
    await reader.cancel();
  }
});

const nameOf = (pid: number) => statOf(pid)[1];
const parentOf = (pid: number) => Number(statOf(pid)[3]);
const sessionOf = (pid: number) => Number(statOf(pid)[5]);

/** The fields of a process; none of the programs here has a space in its name. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
}
