import { describe, expect, test } from "bun:test";
import type { ReadableCause } from "#engines/diagnosis.ts";
import { readFailure } from "#engines/cli/output/read-failure.ts";
import { eventsOfType, failureOf, readRecording } from "#testing/cli-recordings.ts";
import { cliRun, valueOf } from "#testing/cli-run.ts";
import { gemini } from "./gemini.ts";

const NOW = new Date("2026-11-15T12:00:00.000Z");

const recorded = (name: string) => readRecording("gemini", name);
const notices = (name: string) => eventsOfType(recorded(name), "notice").map(({ text }) => text);
const results = (name: string) => eventsOfType(recorded(name), "tool_result");

describe("the command line", () => {
  const directories = (words: readonly string[]) =>
    words.flatMap((word) => word.match(/^--include-directories=(.*)/)?.[1] ?? []);

  test("names the model, if there is one", () => {
    expect(valueOf("--model", gemini.arguments(cliRun({ model: "pro" })))).toBe("pro");
    expect(valueOf("--model", gemini.arguments(cliRun()))).toBeUndefined();
  });

  test("names every directory outside the working directory", () => {
    const run = cliRun({ outputPath: "/var/o/out.json" });
    expect(directories(gemini.arguments(run))).toEqual(["/tmp/m", "/var/o"]);
  });

  test("leaves out a directory with a comma, which would keep it from starting", () => {
    const run = cliRun({ outputPath: "/var/a,b/out.json" });
    expect(directories(gemini.arguments(run))).toEqual(["/tmp/m"]);
  });
});

test("at another model nothing of the user's is left, and no statistics are sent", () => {
  const { env, files, model } = gemini.atModel({ url: "http://127.0.0.1:8080", home: "/h" });
  expect(env).toMatchObject({
    HOME: "/h",
    GEMINI_CLI_HOME: "/h",
    GOOGLE_GEMINI_BASE_URL: "http://127.0.0.1:8080",
  });
  expect(JSON.parse(files[".gemini/settings.json"]!)).toMatchObject({
    security: { auth: { selectedType: "gemini-api-key" } },
    privacy: { usageStatisticsEnabled: false },
  });
  expect(model).not.toBeNull();
});

describe("a finished run", () => {
  const run = recorded("command");

  test("reports the tokens of all its requests, and no cost", () => {
    expect(eventsOfType(run, "usage")).toEqual([
      {
        type: "usage",
        input_tokens: 2 * 1234,
        output_tokens: 2 * 56,
        cached_tokens: 2 * 1000,
        cost_usd: null,
      },
    ]);
  });

  test("without its own model also pays for choosing one", () => {
    const [usage] = eventsOfType(recorded("model-chosen"), "usage");
    expect(usage).toMatchObject({ input_tokens: 2 * 1234, output_tokens: 2 * 56 });
  });
});

test("the model's thinking is not shown, but counted as output", () => {
  expect(eventsOfType(recorded("thinking"), "thinking")).toEqual([]);
  const [usage] = eventsOfType(recorded("thinking-usage"), "usage");
  expect(usage).toMatchObject({ input_tokens: 300, output_tokens: 10 + 30 + 5 + 20 });
});

describe("tools", () => {
  test("a command's output is complete, and a failure is not reported", () => {
    expect(results("command-stderr")).toMatchObject([{ output: "out\nerr", is_error: false }]);
    expect(results("command-fails")).toMatchObject([{ output: "out\nerr", is_error: false }]);
  });

  test("a command that was blocked is an error", () => {
    const blocked = results("command-blocked");
    expect(blocked.length).toBeGreaterThan(1);
    expect(blocked.every(({ is_error }) => is_error)).toBe(true);
  });

  test("an error is reported in full", () => {
    expect(results("read")).toContainEqual(
      expect.objectContaining({ output: "File not found: /project/nope.txt", is_error: true }),
    );
    expect(results("read")).toContainEqual(
      expect.objectContaining({
        output: expect.stringMatching(/^Path not in workspace/),
        is_error: true,
      }),
    );
  });

  test("each result belongs to its call, even if there are several at once", () => {
    const run = recorded("tools-at-once");
    const calls = eventsOfType(run, "tool_call").map(({ id }) => id);
    expect(eventsOfType(run, "tool_result").map(({ id }) => id)).toEqual(calls);
  });

  test("those of an MCP server are called by its name", () => {
    const calls = eventsOfType(recorded("mcp"), "tool_call").map(({ name }) => name);
    expect(calls).toContain("mcp_lab_echo");
    expect(results("mcp")).toContainEqual(
      expect.objectContaining({ output: "echo: hi", is_error: false }),
    );
    expect(results("mcp").find(({ output }) => output.includes("it failed"))?.is_error).toBe(true);
  });

  test("some say nothing when they are done", () => {
    expect(results("subagent")).toMatchObject([{ output: "", is_error: false }]);
  });

  test("letters of all languages arrive, without colours", () => {
    expect(results("unicode")[0]?.output).toBe("ünïcode 漢字 🎉 red \ufffd");
  });
});

describe("files", () => {
  const changes = (name: string) =>
    eventsOfType(recorded(name), "file_change").map(({ path, kind }) => [kind, path]);

  test("a file that it has not seen before counts as new", () => {
    expect(changes("write")).toEqual([
      ["add", "new.txt"],
      ["add", "old.txt"],
      ["add", "/tmp/malamar/out.json"],
      ["update", "old.txt"],
      ["add", "new2.txt"],
    ]);
  });

  test("one that it has read does not", () => {
    const reader = gemini.createReader();
    const lines = [
      { type: "tool_use", tool_name: "read_file", tool_id: "1", parameters: { file_path: "a" } },
      { type: "tool_result", tool_id: "1", status: "success", output: "" },
      { type: "tool_use", tool_name: "write_file", tool_id: "2", parameters: { file_path: "a" } },
      { type: "tool_result", tool_id: "2", status: "success" },
    ];
    const events = lines.flatMap((line) => reader.read(line) ?? []);
    expect(events.at(-1)).toEqual({ type: "file_change", path: "a", kind: "update" });
  });

  test("a diff tells the truth, where there is one", () => {
    expect(changes("agent-session")).toEqual([
      ["add", "brandnew.txt"],
      ["update", "old.txt"],
    ]);
  });
});

describe("a misleading final event", () => {
  test.each([
    ["loop", "Loop detected, stopping execution"],
    ["loop-text", "Loop detected, stopping execution"],
    ["hook-blocks", "Agent execution blocked: not today"],
    ["hook-stops", "Agent execution stopped by hook: enough"],
  ])("%s: success is not a failure", (name, message) => {
    expect(recorded(name).end.terminal).toEqual({ ok: false, message });
  });

  test.each([
    ["empty-text", /^The model returned an empty response/],
    ["thoughts-only", /^The model returned reasoning thoughts but no final response/],
    ["unsafe", "The model response was blocked due to safety settings."],
    ["malformed-call", "Model stream ended with malformed function call."],
  ])("%s: the reason comes before it", (name, message) => {
    const text = typeof message === "string" ? message : expect.stringMatching(message);
    expect(recorded(name).end.terminal).toEqual({ ok: false, message: text });
    expect(notices(name)).toEqual([text]);
  });

  test("an error of another shape is one as well", () => {
    const reader = gemini.createReader();
    reader.read({ type: "error", severity: "error" });
    reader.read({ type: "result", status: "success" });
    expect(reader.end().terminal).toEqual({
      ok: false,
      message: "It reported an error without a reason.",
    });
  });

  test("a warning after which it continued is only a notice", () => {
    const reader = gemini.createReader();
    reader.read({ type: "error", severity: "warning", message: "Agent execution blocked: wait" });
    reader.read({ type: "message", role: "assistant", content: "Then so.", delta: true });
    reader.read({ type: "result", status: "success" });
    expect(reader.end().terminal).toEqual({ ok: true });
  });

  test("a conversation that became too long ends without a message", () => {
    expect(recorded("too-long").end.terminal).toEqual({ ok: true });
    expect(notices("too-long")).toEqual([
      expect.stringMatching(/without a word from the model.*too long/),
    ]);
    expect(notices("command")).toEqual([]);
  });

  test("a TERM ends it with code 0 and no final event", () => {
    expect(recorded("interrupted").end.terminal).toBeNull();
  });

  test("the limit of turns is an error", () => {
    expect(recorded("turn-limit").end.terminal).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Reached max session turns/),
    });
  });
});

test.each(["permission-refused", "hook-refuses"])("%s: what was refused is remembered", (name) => {
  const { refusal = "", terminal } = recorded(name).end;
  expect(terminal).toEqual({ ok: true });
  expect(readFailure([refusal], gemini.failures, NOW)?.cause).toBe("permission_refused");
});

describe("failures", () => {
  test.each<[string, ReadableCause]>([
    ["failure-401", "not_logged_in"],
    ["failure-403", "not_logged_in"],
    ["failure-bad-key", "not_logged_in"],
    ["failure-expired-key", "not_logged_in"],
    ["failure-bad-model", "bad_model"],
    ["failure-429", "quota"],
    ["limit-zero", "no_credit"],
    ["failure-500", "overloaded"],
    ["failure-503", "overloaded"],
    ["failure-demand", "overloaded"],
    ["failure-capacity", "overloaded"],
    ["failure-refused", "network"],
    ["failure-dns", "network"],
    ["failure-cut", "network"],
  ])("%s means %s", (name, cause) => {
    expect(failureOf("gemini", recorded(name), NOW)).toMatchObject({ cause, resetsAt: null });
  });

  test.each([
    ["limit-minute", "2026-11-15T12:00:34.000Z"],
    ["limit-minute-told-twice", "2026-11-15T12:00:34.000Z"],
    ["limit-hours", "2026-11-15T15:22:07.000Z"],
    // Midnight in California.
    ["limit-day", "2026-11-16T08:00:00.000Z"],
  ])("%s ends at %s", (name, resetsAt) => {
    expect(failureOf("gemini", recorded(name), NOW)).toMatchObject({ cause: "quota", resetsAt });
  });

  test("a day's limit ends at midnight even if the day has just begun", () => {
    const justBegun = new Date("2026-11-15T09:30:00.000Z");
    expect(failureOf("gemini", recorded("limit-day"), justBegun)).toMatchObject({
      resetsAt: "2026-11-16T08:00:00.000Z",
    });
  });

  test.each(["failure-too-long", "failure-location", "loop", "turn-limit"])(
    "%s has no cause that we know",
    (name) => {
      expect(recorded(name).end.terminal?.ok).toBe(false);
      expect(failureOf("gemini", recorded(name), NOW)).toBeNull();
    },
  );

  test("an error on stderr that it recovered from is not one", () => {
    const stderr =
      "Attempt 1 failed: You exceeded your current quota, please check your plan and billing details.\nSuggested retry after 34s.. Retrying after 36870ms...";
    expect(readFailure([stderr], gemini.failures, NOW)).toBeNull();
  });

  test("what the API said is read for people", () => {
    const { terminal } = recorded("failure-bad-key").end;
    expect(terminal).toEqual({
      ok: false,
      message: "[API Error: API key not valid. Please pass a valid API key. (INVALID_ARGUMENT)]",
    });
  });
});
