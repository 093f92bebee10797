import { describe, expect, test } from "bun:test";
import { eventsOfType, failureOf, limitEndIn, readRecording } from "#testing/cli-recordings.ts";
import { cliRun, valueOf } from "#testing/cli-run.ts";
import { codex } from "./codex.ts";

const RUN = cliRun({ prompt: "Read the file", outputPath: "/tmp/malamar/out.json" });

const recorded = (name: string) => readRecording("codex", name);
const notices = (name: string) => eventsOfType(recorded(name), "notice").map(({ text }) => text);

describe("the command line", () => {
  test("names the model, and the file with the schema, if there are any", () => {
    const run = { ...RUN, model: "gpt-6-luna", answerSchema: { type: "object" } };
    const given = codex.arguments(run);
    expect(valueOf("--model", given)).toBe("gpt-6-luna");
    const file = valueOf("--output-schema", given)!;
    expect(codex.files?.(run)).toEqual({ [file]: '{"type":"object"}' });
    expect(given.at(-1)).toBe(RUN.prompt);
  });

  test("names no file without a schema, and writes none", () => {
    expect(valueOf("--output-schema", codex.arguments(RUN))).toBeUndefined();
    expect(codex.files?.(RUN)).toEqual({});
  });

  test("leaves the user's plug-ins and servers alone", () => {
    const words = codex.arguments(RUN).join(" ");
    expect(words).not.toMatch(/plugins|apps|mcp|ignore-user-config/);
  });
});

test("a run reports the tokens of all its requests, and no cost", () => {
  expect(eventsOfType(recorded("command"), "usage")).toEqual([
    {
      type: "usage",
      input_tokens: 2 * 1234,
      output_tokens: 2 * 56,
      cached_tokens: 2 * 1000,
      cost_usd: null,
    },
  ]);
});

test("a command that fails is an error, with what it printed", () => {
  const [result] = eventsOfType(recorded("command-fails"), "tool_result");
  expect(result).toMatchObject({ output: "out\nerr\n", is_error: true, exit_code: 3 });
});

test("a command that was left running has no result", () => {
  const run = recorded("command-left-running");
  expect(eventsOfType(run, "tool_call")).toHaveLength(1);
  expect(eventsOfType(run, "tool_result")).toEqual([]);
  expect(run.end.terminal).toEqual({ ok: true });
});

test("a summary of its reasoning is a thought", () => {
  expect(eventsOfType(recorded("reasoning"), "thinking")).toEqual([
    { type: "thinking", text: "**Planning**\n\nLet me think." },
  ]);
});

test("a plan is a thought, reported when it changes", () => {
  expect(eventsOfType(recorded("plan"), "thinking").map(({ text }) => text)).toEqual([
    "[ ] One\n[ ] Two",
    "[x] One\n[ ] Two",
  ]);
});

test("an empty message is not a text", () => {
  expect(eventsOfType(recorded("empty-text"), "text")).toEqual([]);
});

describe("files", () => {
  test("that were added, changed and removed are reported once", () => {
    const changes = eventsOfType(recorded("patch"), "file_change");
    expect(changes.map(({ kind, path }) => [kind, path])).toEqual([
      ["add", "/project/added.txt"],
      ["delete", "/project/gone.txt"],
      ["update", "/project/mv.txt"],
      ["update", "/project/old.txt"],
    ]);
  });

  test("that could not be written are not changes", () => {
    expect(eventsOfType(recorded("patch-refused"), "file_change")).toEqual([]);
    expect(notices("patch-refused")).toEqual(["Could not change /proc/nope/x.txt"]);
  });
});

describe("other tools", () => {
  test("an MCP server's results are text, and its errors are errors", () => {
    const run = recorded("mcp");
    expect(eventsOfType(run, "tool_call")[0]).toMatchObject({
      name: "own.echo",
      input: { text: "hi" },
    });
    expect(
      eventsOfType(run, "tool_result").map(({ output, is_error }) => [output, is_error]),
    ).toEqual([
      ["echo: hi", false],
      ["no such thing", true],
      ["see\n[image]", false],
      ['{"a":1}', false],
    ]);
  });

  test("a web search is a call, with its search terms", () => {
    const run = recorded("web-search");
    const calls = eventsOfType(run, "tool_call");
    expect(calls.map(({ name, input }) => [name, input])).toEqual([
      ["web_search", { type: "search", query: "bun sqlite", queries: ["bun sqlite"] }],
      ["web_search", { type: "open_page", url: "https://bun.sh" }],
    ]);
    expect(eventsOfType(run, "tool_result").map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
  });

  test("a request to subagents is a call", () => {
    const run = recorded("agents");
    const [call] = eventsOfType(run, "tool_call");
    expect(call).toMatchObject({ name: "spawn_agent", input: { prompt: "SCRIPT:sub go" } });
    expect(eventsOfType(run, "tool_result")).toMatchObject([
      { id: call!.id, output: "pending_init", is_error: false },
    ]);
    expect(eventsOfType(recorded("agents-wait"), "tool_call")).toMatchObject([
      { name: "wait", input: {} },
    ]);
  });
});

describe("a structured answer", () => {
  test("is the last message, if that is an object", () => {
    expect(recorded("answer").end.answer).toBe('{"actions":[{"type":"skip"}]}');
  });

  test.each(["answer-free-text", "answer-fenced"])("%s is not one", (name) => {
    expect(recorded(name).end).toMatchObject({ answer: null, terminal: { ok: true } });
  });

  test.each(["[]", "1", "null", '"{}"'])("%s is not one either", (text) => {
    const reader = codex.createReader();
    reader.read({ type: "item.completed", item: { type: "agent_message", text } });
    expect(reader.end().answer).toBeNull();
  });

  test("is not one that was given before the last message", () => {
    const reader = codex.createReader();
    for (const text of ["{}", "Done."]) {
      reader.read({ type: "item.completed", item: { type: "agent_message", text } });
    }
    expect(reader.end().answer).toBeNull();
  });
});

describe("a notice", () => {
  test("reports a retry", () => {
    expect(notices("retries")).toEqual([
      expect.stringMatching(/^Reconnecting\.\.\. 1\/5/) as string,
    ]);
    expect(notices("waits-for-network")).toContain(
      "Reconnecting... waiting for network (Connection failed: error sending request)",
    );
  });

  test("reports another way to the server", () => {
    expect(notices("no-websocket")).toContainEqual(
      expect.stringMatching(/^Falling back from WebSockets to HTTPS transport/) as string,
    );
  });

  test("reports every warning once", () => {
    expect(notices("unknown-model")).toEqual([
      "Model metadata for `fake-model` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.",
    ]);
    const warnings = notices("warnings");
    expect(warnings).toHaveLength(3);
    expect(new Set(warnings).size).toBe(3);
  });
});

test("what an administrator forbids is reported, and remembered as the reason", () => {
  const { end } = recorded("permission-refused");
  expect(end.refusal).toContain("is disallowed by requirements");
  expect(end.terminal).toEqual({ ok: true });
  expect(recorded("command").end.refusal).toBeUndefined();
});

describe("a failure", () => {
  const NOW = new Date("2026-11-15T12:00:00.000Z");
  const limitEnd = (text: string) => limitEndIn("codex", text, NOW);

  test.each([
    ["failure-401", "not_logged_in"],
    ["failure-no-key", "not_logged_in"],
    ["failure-token-expired", "not_logged_in"],
    ["failure-bad-model", "bad_model"],
    ["failure-bad-model-chatgpt", "bad_model"],
    ["failure-429", "quota"],
    ["failure-no-credit", "no_credit"],
    ["failure-500", "overloaded"],
    ["failure-503", "overloaded"],
    ["failure-capacity", "overloaded"],
    ["failure-refused", "network"],
    ["failure-cut", "network"],
    ["failure-cloudflare", "network"],
  ] as const)("%s is %s, without a time", (name, cause) => {
    expect(failureOf("codex", recorded(name), NOW)).toMatchObject({ cause, resetsAt: null });
  });

  test("of a limit says when it ends", () => {
    expect(failureOf("codex", recorded("failure-rate-limit"), NOW)).toMatchObject({
      cause: "quota",
      resetsAt: "2026-11-15T12:00:11.054Z",
    });
    for (const name of ["failure-usage-limit", "failure-usage-limit-days"]) {
      const { terminal } = recorded(name).end;
      expect(limitEnd(terminal?.ok === false ? terminal.message : "")).toEndWith(":00.000Z");
    }
  });

  test("that is none of these is only reported", () => {
    const run = recorded("failure-context");
    expect(failureOf("codex", run, NOW)).toBeNull();
    expect(run.end.terminal).toMatchObject({ ok: false });
  });

  test("counts even if the turn's own end never came", () => {
    const reader = codex.createReader();
    reader.read({ type: "error", message: "Quota exceeded." });
    expect(reader.end().terminal).toEqual({ ok: false, message: "Quota exceeded." });
  });

  test("keeps the reason that an earlier line gave", () => {
    const reader = codex.createReader();
    reader.read({ type: "error", message: "Quota exceeded." });
    reader.read({ type: "turn.failed", error: {} });
    expect(reader.end().terminal).toEqual({ ok: false, message: "Quota exceeded." });
  });

  test.each([
    ['{"error":{"message":"Invalid schema.","type":"invalid_request_error"}}', "Invalid schema."],
    ['{"detail":"The \'x\' model is not supported."}', "The 'x' model is not supported."],
    [
      'unexpected status 400 Bad Request: {"error":{"message":"No.\\nNever."}}, url: http://127.0.0.1:1/v1',
      "unexpected status 400 Bad Request: No.\nNever.",
    ],
    ['{"detail":[{"loc":["body"]}]}', '{"detail":[{"loc":["body"]}]}'],
    ["{not JSON}", "{not JSON}"],
  ])("is readable for people: %s", (message, expected) => {
    const reader = codex.createReader();
    reader.read({ type: "turn.failed", error: { message } });
    expect(reader.end().terminal).toEqual({ ok: false, message: expected });
  });

  test("is not read from logged errors that it recovered from", () => {
    const log =
      "Reading additional input from stdin...\n2026-11-15T13:32:35Z ERROR rmcp: error sending request, unexpected status 401";
    expect(codex.failures.some(({ pattern }) => pattern.test(log))).toBe(false);
  });
});
