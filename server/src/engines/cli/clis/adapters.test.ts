import { afterAll, beforeAll, describe, expect, mock, spyOn, test } from "bun:test";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { ADAPTERS } from "#engines/cli/registry.ts";
import { readFailure } from "#engines/cli/output/read-failure.ts";
import {
  eventsOfType,
  limitEndIn,
  linesOf,
  readInPieces,
  readRecording,
  recordingsOf,
} from "#testing/cli-recordings.ts";

const NOW = new Date("2026-11-15T12:00:00.000Z");

test.each(Object.values(ADAPTERS))("$type accepts any JSON as a line", ({ createReader }) => {
  for (const line of [null, 1, "x", [], {}, { type: "toString" }, { type: ["text"] }]) {
    expect(createReader().read(line)).toBeNull();
  }
});

describe("real output of CLIs", () => {
  const RECORDINGS = CLIS.flatMap(({ type }) =>
    recordingsOf(type).map((name) => [type, name] as const),
  );

  test.each(RECORDINGS)("%s, %s: every line is understood", (type, name) => {
    expect(eventsOfType(readRecording(type, name), "raw")).toEqual([]);
  });

  test.each(RECORDINGS)("%s, %s: chunks give the same result as lines", (type, name) => {
    const { events, end } = readRecording(type, name);
    for (const size of [5, 4096]) {
      const inPieces = readInPieces(type, name, size);
      expect(inPieces.events).toEqual(events);
      expect(inPieces.end).toMatchObject(end);
    }
  });

  // Recorded from all of them with the same script of the scripted model.
  test.each(CLIS)("$label: the same work is reported in the same words", ({ type }) => {
    const run = readRecording(type, "a-whole-run");
    expect(eventsOfType(run, "text").map(({ text }) => text)).toEqual(["I look first.", "Done."]);
    expect(eventsOfType(run, "tool_result")[0]?.output).toContain("hello");
    expect(eventsOfType(run, "file_change")).toEqual([
      { type: "file_change", kind: "add", path: "/tmp/recorded/work/new.md" },
    ]);
    // Four calls of a model that reports 1234 tokens in, 1000 of them cached, and 56 out.
    expect(eventsOfType(run, "usage").at(-1)).toMatchObject({
      input_tokens: 4936,
      cached_tokens: 4000,
      output_tokens: 224,
    });
    expect(run.end.terminal).toEqual({ ok: true });
  });

  test.each(CLIS)("$label: an answer of many megabytes is read like a short one", ({ type }) => {
    const text = "x".repeat(5_000_000);
    const textsIn = (line: string) => {
      const events = ADAPTERS[type].createReader().read(JSON.parse(line)) ?? [];
      return events.flatMap((event) => (event.type === "text" ? event.text : []));
    };
    const lines = recordingsOf(type).flatMap((name) => linesOf(type, name));
    const short = lines.find((line) => textsIn(line).length > 0) ?? "";
    const long = short.replace(/("(?:text|content)":")[^"]/, `$1${text}`);
    expect(textsIn(long)[0]).toStartWith(text);
  });
});

describe("a finished run", () => {
  const UUID = /^[\w-]{36}$/;
  const SPOKEN_AND_DONE = "text tool_call tool_result text usage";
  const RUNS = [
    {
      type: "claude",
      events: "text usage tool_call tool_result text usage usage",
      call: { name: "Bash", input: { command: "echo hello" } },
      output: "hello",
      session: UUID,
    },
    {
      type: "codex",
      events: SPOKEN_AND_DONE,
      call: { name: "shell", input: { command: "/bin/bash -lc 'echo hello'" } },
      output: "hello\n",
      exit: { exit_code: 0 },
      session: UUID,
    },
    {
      type: "gemini",
      events: SPOKEN_AND_DONE,
      call: { name: "run_shell_command", input: { command: "echo hello" } },
      output: "hello",
      session: UUID,
    },
    {
      type: "opencode",
      events: "tool_call tool_result usage text usage",
      call: { name: "bash", input: { command: "echo out; echo err >&2" } },
      output: "out\nerr\n",
      exit: { exit_code: 0 },
      session: /^ses_\w+$/,
    },
    {
      type: "qwen",
      events: "tool_call usage tool_result tool_call usage tool_result text usage usage",
      call: { name: "run_shell_command", input: { command: "echo hi; echo err >&2" } },
      output: "hi\nerr",
      session: UUID,
    },
  ] as const;

  test("is recorded for every CLI", () => {
    expect(RUNS.map(({ type }) => type)).toEqual(CLIS.map(({ type }) => type));
  });

  test.each(RUNS)("$type: has what the agent said and did, in order", (expected) => {
    const run = readRecording(expected.type, "command");
    expect(run.events.map(({ type }) => type).join(" ")).toBe(expected.events);
    const [call] = eventsOfType(run, "tool_call");
    expect(call).toMatchObject(expected.call);
    expect(eventsOfType(run, "tool_result")[0]).toEqual({
      type: "tool_result",
      id: call!.id,
      output: expected.output,
      is_error: false,
      // The others do not distinguish it from the output.
      ...("exit" in expected && expected.exit),
    });
  });

  test.each(RUNS)("$type: has a final event and a session", ({ type, session }) => {
    const { end } = readRecording(type, "command");
    expect(end).toMatchObject({ terminal: { ok: true }, answer: null });
    expect(end.sessionId).toMatch(session);
    expect(end.refusal).toBeUndefined();
  });
});

describe("a final event of another shape", () => {
  test.each([
    ["claude", { type: "result" }, 'It ended with "unknown".'],
    ["claude", { type: "result", is_error: "yes", subtype: 5 }, 'It ended with "unknown".'],
    ["codex", { type: "turn.failed" }, "The turn failed, without a reason."],
    ["codex", { type: "error" }, "The turn failed, without a reason."],
    ["gemini", { type: "result" }, 'It ended with the status "unknown".'],
    [
      "gemini",
      { type: "result", status: "error", error: null },
      'It ended with the status "error".',
    ],
    ["opencode", { type: "error" }, "UnknownError: no reason given"],
    ["opencode", { type: "error", error: { name: "APIError" } }, "APIError: no reason given"],
    ["qwen", { type: "result" }, 'It ended with "unknown".'],
    ["qwen", { type: "result", is_error: 1, subtype: "error" }, 'It ended with "error".'],
  ] as const)("%s: %j is a failure that stderr may explain", (type, line, message) => {
    const reader = ADAPTERS[type].createReader();
    expect(reader.read(line)).not.toBeNull();
    expect(reader.end().terminal).toEqual({ ok: false, message, isVague: true });
  });

  test.each([
    ["claude", { type: "result", subtype: "error", errors: [{ message: "Gone." }] }, "Gone."],
    ["claude", { type: "result", is_error: true, result: { why: 1 } }, '{"why":1}'],
    ["codex", { type: "turn.failed", error: "Gone." }, "Gone."],
    ["codex", { type: "error", message: { message: "Gone." } }, "Gone."],
    ["gemini", { type: "result", status: 5, error: "Gone." }, "Gone."],
    ["opencode", { type: "error", error: "Gone." }, "UnknownError: Gone."],
    ["opencode", { type: "error", error: { message: "Gone." } }, "UnknownError: Gone."],
    ["opencode", { type: "error", sessionID: 5, error: { code: 7 } }, 'UnknownError: {"code":7}'],
    [
      "opencode",
      { type: "error", error: { name: "APIError", data: { message: "Gone.", statusCode: "4" } } },
      "APIError: Gone.",
    ],
    ["qwen", { type: "result", subtype: "error", error: "Gone." }, "Gone."],
  ] as const)("%s: %j is a failure with its reason", (type, line, message) => {
    const reader = ADAPTERS[type].createReader();
    expect(reader.read(line)).not.toBeNull();
    expect(reader.end().terminal).toEqual({ ok: false, message });
  });

  test.each(["claude", "qwen"] as const)("%s: a success without the flag is one", (type) => {
    const reader = ADAPTERS[type].createReader();
    reader.read({ type: "result", subtype: "success" });
    expect(reader.end().terminal).toEqual({ ok: true });
  });
});

describe("failures", () => {
  const SAMPLES = Object.values(ADAPTERS).flatMap(({ type, failures }) =>
    failures.flatMap(({ samples, resetsAt }, at) =>
      samples.map((sample) => {
        const { text, endsAt } =
          typeof sample === "string" ? { text: sample, endsAt: null } : sample;
        return { type, at, text, endsAt, saysEnd: resetsAt !== undefined };
      }),
    ),
  );

  test.each(SAMPLES)("$type, pattern $at: $text", ({ type, at, text }) => {
    const first = ADAPTERS[type].failures.findIndex(({ pattern }) => pattern.test(text));
    expect(first).toBe(at);
  });

  describe("that end on their own", () => {
    // Times without a zone are local to this machine.
    beforeAll(() => void spyOn(Temporal.Now, "timeZoneId").mockReturnValue("UTC"));
    afterAll(() => mock.restore());

    test.each(SAMPLES.filter(({ saysEnd }) => saysEnd))(
      "$type, pattern $at, at $endsAt: $text",
      ({ type, text, endsAt }) => {
        expect(endsAt).not.toBeNull();
        expect(limitEndIn(type, text, NOW)).toBe(endsAt);
      },
    );
  });

  const ORDINARY = [
    "src/limits.ts(12,9): error TS2304: Cannot find name 'rateLimit'. Did you mean 'usage limit'?",
    'API Error: 400 messages.3.content: the tool said "Credit balance is too low (ECONNREFUSED)".',
    "FAIL limits.test.ts\n✗ Error: Rate limit reached for gpt-5. Please try again in 20s.\nexpected 429, was 200",
    "Error: invalid API key\nfailed to authenticate, please run /login (ECONNREFUSED)",
    "The agent said: You've hit your usage limit. Try again in 2 hours.",
    "The agent said: You've hit your limit · resets 2am (UTC)\nYou will regain access on 2026-11-16 at 00:00 UTC.",
    "The test says: the 'gpt-5' model is not supported, the model 'x' does not exist, Model not found: x.",
    "The hook says: patch rejected by user approval settings. It is not supported in exec mode.",
    "AssertionError: (HTTP 401)\nexpected status 429 to be 200, unexpected status 401 (HTTP 402)",
    "rate of the limiter\nrate limit\n… try again in 20s",
    "Failed to provide valid structured output after 5 attempts — last StructuredOutput error: Output does not match required schema: connection lost (ECONNREFUSED)",
    "Prompt is too long · 210000 tokens, of 200000",
    "Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.",
    "[API Error: The input token count (1200000) exceeds the maximum number of tokens allowed (1048576). (INVALID_ARGUMENT)]",
    '[API Error: 400 This model does not support pictures: "image_url" is not supported]',
    "ContextOverflowError: prompt is too long: see the rate limit of the model",
    "ContentFilterError: The response was blocked by the provider's content filter, not by a rate limit",
    'APIError (HTTP 400): Invalid prompt: "Write a test for the rate limit, overloaded servers, (HTTP 401)"',
    "API Error: Opus 5.5's safeguards flagged this message for a cybersecurity topic.",
    "When the tests ran, YOLO mode is disabled, and the tool execution denied; please set an Auth method.",
  ];

  test.each(ORDINARY)("is none of them: %s", (text) => {
    for (const { type, failures } of Object.values(ADAPTERS)) {
      const asLastWord = readFailure([text], failures, NOW);
      const asStderr = readFailure([`Starting.\n${text}\nDone.`], failures, NOW);
      expect({ type, asLastWord, asStderr }).toEqual({ type, asLastWord: null, asStderr: null });
    }
  });
});

describe("the demo CLI", () => {
  test("reports its events unchanged, and nothing in our name", () => {
    const reader = ADAPTERS.demo.createReader();
    const text = { type: "text", text: "Hello" } as const;
    const usage = {
      type: "usage",
      input_tokens: 1,
      output_tokens: 2,
      cached_tokens: null,
      cost_usd: 0.5,
      is_estimated: false,
    } as const;
    expect(reader.read(text)).toEqual([text]);
    expect(reader.read(usage)).toEqual([usage]);
    expect(reader.read({ type: "notice", text: "not its to say" })).toBeNull();
    expect(reader.read({ type: "result", ok: true, session_id: "d-1" })).toEqual([]);
    expect(reader.end()).toEqual({ terminal: { ok: true }, sessionId: "d-1", answer: null });
  });

  test("says what went wrong", () => {
    const reader = ADAPTERS.demo.createReader();
    reader.read({ type: "result", ok: false, session_id: "d-1", message: "no credit" });
    expect(reader.end().terminal).toEqual({ ok: false, message: "no credit" });
  });

  test("says when its limit ends", () => {
    const now = new Date("2029-12-31T12:00:00.000Z");
    const text = "Out. Resets at 2030-01-01T00:00:00.000Z.";
    expect(readFailure([text], ADAPTERS.demo.failures, now)?.resetsAt).toBe(
      "2030-01-01T00:00:00.000Z",
    );
  });
});
