import { describe, expect, test } from "bun:test";
import { eventsOfType, failureOf, limitEndIn, readRecording } from "#testing/cli-recordings.ts";
import { runRequest } from "#testing/run-request.ts";
import { claude } from "./claude.ts";

const RUN = runRequest({ prompt: "Read the file", outputPath: "/tmp/malamar/out.json" });

const recorded = (name: string) => readRecording("claude", name);
const notices = (name: string) => eventsOfType(recorded(name), "notice").map(({ text }) => text);
const usages = (name: string) => eventsOfType(recorded(name), "usage");

describe("the command line", () => {
  const FIXED = ["-p", "Read the file", "--dangerously-skip-permissions"];
  const STREAM = ["--output-format", "stream-json", "--verbose"];

  test("is short when there is nothing to choose", () => {
    expect(claude.arguments(RUN)).toEqual([...FIXED, ...STREAM]);
  });

  test("names the model, and holds it to a schema", () => {
    const run = { ...RUN, model: "opus", answerSchema: { type: "object" } };
    const chosen = ["--json-schema", '{"type":"object"}', "--model", "opus"];
    expect(claude.arguments(run)).toEqual([...FIXED, ...STREAM, ...chosen]);
  });

  test("lets the answer leave out what may be null, at every depth", () => {
    const text = { type: "string" };
    const line = { type: ["string", "null"] };
    const choice = { anyOf: [{ enum: ["a", "b"] }, { type: "null" }] };
    const either = { anyOf: [text, { type: "number" }] };
    const schema = (...required: string[]) => ({
      type: "object",
      properties: { text, line, choice, either },
      required,
      additionalProperties: false,
    });
    const whole = (inner: object) => ({
      type: "object",
      properties: { list: { type: "array", items: { anyOf: [inner] } } },
      required: ["list"],
    });
    const answerSchema = whole(schema("text", "line", "choice", "either"));
    expect(JSON.parse(claude.arguments({ ...RUN, answerSchema }).at(-1)!)).toEqual(
      whole(schema("text", "either")),
    );
  });

  test("comes with variables that keep it quiet, let it end, and let root skip permissions", () => {
    expect(claude.environment?.(RUN)).toEqual({
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_CRON: "1",
      ...(process.getuid?.() === 0 ? { IS_SANDBOX: "1" } : {}),
    });
  });

  test("makes it give up soon when a person waits", () => {
    const variables = claude.environment?.(runRequest({ isUrgent: true }));
    expect(variables).toMatchObject({ CLAUDE_CODE_MAX_RETRIES: "1" });
  });
});

test("a command that fails is an error, with what it printed", () => {
  const [result] = eventsOfType(recorded("command-fails"), "tool_result");
  expect(result).toMatchObject({ output: "Exit code 3\nout\nerr", is_error: true });
});

test("thoughts are thoughts, unless they are hidden or empty", () => {
  expect(eventsOfType(recorded("thinking"), "thinking")).toEqual([
    { type: "thinking", text: "Let me think about it." },
  ]);
  expect(eventsOfType(recorded("thinking-redacted"), "thinking")).toEqual([]);
});

test("a part of a message is not told: the whole comes", () => {
  const texts = eventsOfType(recorded("partial"), "text").map(({ text }) => text);
  expect(texts).toEqual(["Looking.", "All done."]);
});

test("what the CLI tells the model is not the agent's words", () => {
  expect(eventsOfType(recorded("skill"), "text")).toEqual([{ type: "text", text: "All done." }]);
  expect(eventsOfType(recorded("empty-text"), "text")).toEqual([]);
});

describe("files", () => {
  test.each([
    ["write-new", [["add", "/tmp/malamar/new.txt"]]],
    ["write-existing", [["update", "/project/old.txt"]]],
    [
      "edit",
      [
        ["update", "/project/old.txt"],
        ["add", "/project/created.txt"],
      ],
    ],
    ["notebook", [["update", "/project/n.ipynb"]]],
  ])("%s: only what was written is a change", (name, expected) => {
    const changes = eventsOfType(recorded(name), "file_change");
    const distinct = new Map(changes.map(({ kind, path }) => [path, kind]));
    expect([...distinct].map(([path, kind]) => [kind, path])).toEqual(expected);
  });

  test("a picture is only named", () => {
    const outputs = eventsOfType(recorded("read"), "tool_result").map(({ output }) => output);
    expect(outputs).toContain("[image]");
  });
});

describe("tools of others", () => {
  test("an MCP server's results are text, and its errors are errors", () => {
    const results = eventsOfType(recorded("mcp"), "tool_result");
    expect(results.find(({ output }) => output === "echo: hi")?.is_error).toBe(false);
    expect(results.find(({ output }) => output === "no such thing")?.is_error).toBe(true);
  });

  test("a tool on the model's side is a call with a result", () => {
    const run = recorded("server-tools");
    const [call] = eventsOfType(run, "tool_call");
    expect(call).toMatchObject({ name: "web_search", input: { query: "x" } });
    expect(eventsOfType(run, "tool_result")).toMatchObject([{ id: call!.id, is_error: false }]);
  });
});

describe("subagents", () => {
  test.each(["agent-foreground", "agent-background"])("%s: their tools are shown", (name) => {
    const commands = eventsOfType(recorded(name), "tool_call").map(({ input }) => input);
    expect(commands).toContainEqual({ command: "echo sub", description: "a step" });
  });

  test("what they say is said to the agent", () => {
    const run = recorded("agent-background");
    const texts = eventsOfType(run, "text").map(({ text }) => text);
    expect(new Set(texts)).toEqual(new Set(["All done."]));
    expect(eventsOfType(run, "thinking").map(({ text }) => text)).toContain("Sub text.");
  });

  test("what they used is counted, once, over all results of the run", () => {
    const total = {
      type: "usage" as const,
      input_tokens: 5 * 2234,
      output_tokens: 5 * 56,
      cached_tokens: 5 * 1000,
      cost_usd: 0.03128,
    };
    expect(usages("agent-background")).toEqual([total, total]);
  });
});

describe("in the background", () => {
  test("the end of a command is told, and the run goes on", () => {
    const name = "command-background";
    expect(notices(name)).toEqual([
      'In the background, completed: Background command "for i in 1 2 3; do echo $i; sleep 0.7; done" completed (exit code 0)',
    ]);
    expect(usages(name).map(({ input_tokens }) => input_tokens)).toEqual([2 * 2234, 3 * 2234]);
    expect(recorded(name).end.terminal).toEqual({ ok: true });
  });

  test("a workflow is told too", () => {
    expect(notices("workflow")).toEqual([
      'In the background, completed: Dynamic workflow "d" completed',
    ]);
  });

  test("a run that wakes itself up adds to what it used", () => {
    const [first, second] = usages("wakes-itself");
    expect(second!.input_tokens).toBe(2 * first!.input_tokens!);
  });

  test("a slow command is not in the background: its result tells its end", () => {
    expect(notices("command-slow")).toEqual([]);
  });
});

describe("usage", () => {
  test("counts the input from the cache as input", () => {
    expect(usages("command")).toEqual([
      {
        type: "usage",
        input_tokens: 2 * 2234,
        output_tokens: 2 * 56,
        cached_tokens: 2 * 1000,
        cost_usd: 0.012512,
      },
    ]);
  });

  test("is that of this run, when a session goes on", () => {
    expect(usages("resumed")).toMatchObject([{ input_tokens: 2 * 2234, cost_usd: 0.012512 }]);
  });

  test("of an older version is what it tells", () => {
    const line = {
      type: "result",
      is_error: false,
      total_cost_usd: 5,
      usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 10 },
    };
    const event = {
      type: "usage",
      input_tokens: 11,
      output_tokens: 2,
      cached_tokens: 10,
      cost_usd: 5,
    };
    expect(claude.createReader().read(line) as unknown).toEqual([event]);
    expect(claude.createReader().read({ type: "result", is_error: false })).toEqual([]);
  });

  test("may be a cost without figures", () => {
    const line = {
      type: "result",
      is_error: false,
      total_cost_usd: 5,
      usage: { input_tokens: null },
    };
    expect(claude.createReader().read(line)).toEqual([
      { type: "usage", input_tokens: null, output_tokens: null, cached_tokens: null, cost_usd: 5 },
    ]);
  });
});

describe("a structured answer", () => {
  test("is taken from the last word", () => {
    expect(recorded("answer").end.answer).toBe('{"actions":[{"type":"skip"}]}');
  });

  test("that was given again counts the last time", () => {
    expect(recorded("answer-and-background").end.answer).toBe('{"actions":[{"type":"skip"}]}');
  });

  test.each([null, undefined])("that is %p is none, and leaves an earlier one", (none) => {
    const reader = claude.createReader();
    const result = { type: "result", is_error: false };
    reader.read({ ...result, structured_output: none });
    expect(reader.end().answer).toBeNull();
    reader.read({ ...result, structured_output: { actions: [] } });
    reader.read({ ...result, structured_output: none });
    expect(reader.end().answer).toBe('{"actions":[]}');
  });

  test("that never came is none, and the run is done all the same", () => {
    expect(recorded("answer-missing").end).toMatchObject({ answer: null, terminal: { ok: true } });
  });

  test("that never fits is a failure with its reason", () => {
    expect(recorded("answer-invalid").end).toMatchObject({
      answer: null,
      terminal: {
        ok: false,
        message:
          "Failed to provide valid structured output after 5 attempts — last StructuredOutput error: Output does not match required schema: root: must have required property 'actions'",
      },
    });
  });
});

describe("a notice", () => {
  test("tells of a retry", () => {
    expect(notices("retries")).toEqual([
      "The request to the model failed (529 overloaded). Trying again in 1 s, 1 of 10.",
      "The request to the model failed (529 overloaded). Trying again in 2 s, 2 of 10.",
    ]);
  });

  test("tells that the conversation was shortened, or could not be", () => {
    expect(notices("compacted")).toEqual([
      "The conversation became too long for the model. It goes on with a summary.",
    ]);
    expect(notices("compaction-fails")).toContain(
      "The conversation could not be shortened: summarization produced empty response",
    );
  });

  test("tells what hooks say, and when one fails", () => {
    expect(notices("hooks")).toEqual(["PostToolUse:Read says: from the hook"]);
    expect(notices("hook-fails")).toEqual(["Hook PreToolUse:Bash failed: pre\nbad\n"]);
    expect(notices("hook-stops")).toEqual(["Stop hook error occurred · ctrl+o to see"]);
  });

  test("tells of another model", () => {
    expect(notices("model-fallback")).toEqual([
      "Switched to Sonnet 5.5 because Opus 5.5 is not available",
    ]);
  });

  test("tells of a limit that comes near or was passed, not of one that is far", () => {
    expect(notices("limit-allowed")).toEqual([]);
    expect(notices("limit-near")).toEqual([
      expect.stringMatching(/^92 % of the five hour limit are used until 20\d\d-\S+Z\.$/) as string,
    ]);
    expect(notices("limit-overage")).toEqual([
      expect.stringMatching(/^The five hour limit is used up until .+ charged extra\.$/) as string,
    ]);
  });

  test("tells why a subagent failed; of the agent itself the last word does", () => {
    expect(notices("agent-fails")[0]).toStartWith("API Error: 500");
    expect(notices("failure-no-login")).toEqual([]);
    expect(eventsOfType(recorded("failure-no-login"), "text")).toEqual([]);
  });
});

test("what was not allowed is told, and remembered as the reason", () => {
  const { end } = recorded("permission-refused");
  expect(end).toMatchObject({ terminal: { ok: true } });
  expect(end.refusal).toStartWith("Claude requested permissions to write to");
  expect(notices("permission-refused")).toHaveLength(2);
  expect(recorded("hooks").end.refusal).toBe("It was not allowed to use Bash.");
  expect(recorded("command").end.refusal).toBeUndefined();
});

test.each([
  ["turn-limit", "Reached maximum number of turns (2)"],
  ["interrupted", /^\[ede_diagnostic\]/],
  ["refusal", /safeguards flagged this message/],
  ["failure-too-long", /^Prompt is too long/],
])("%s: the last word is a failure, and its text the message", (name, message) => {
  const { terminal } = recorded(name).end;
  expect(terminal?.ok).toBe(false);
  expect(terminal && "message" in terminal && terminal.message).toMatch(message);
});

describe("a failure", () => {
  const NOW = new Date("2026-11-15T12:00:00.000Z");
  const limitEnd = (text: string) => limitEndIn("claude", text, NOW);

  test.each([
    ["failure-no-login", "not_logged_in"],
    ["failure-401", "not_logged_in"],
    ["failure-token-expired", "not_logged_in"],
    ["failure-bad-model", "bad_model"],
    ["failure-429", "quota"],
    ["failure-credit", "no_credit"],
    ["failure-spend-limit", "quota"],
    ["failure-500", "overloaded"],
    ["failure-529", "overloaded"],
    ["failure-refused", "network"],
    ["failure-dns", "network"],
    ["failure-timeout", "network"],
  ] as const)("%s is %s, and nobody knows until when", (name, cause) => {
    expect(failureOf("claude", recorded(name), NOW)).toMatchObject({ cause, resetsAt: null });
  });

  test("of a limit says when it ends, to the second", () => {
    const { terminal } = recorded("limit-5-hours").end;
    const message = terminal?.ok === false ? terminal.message : "";
    expect(message).toContain(`(limit resets at ${limitEnd(message)})`);
  });

  test("of another kind is not blamed on a limit that was passed before", () => {
    const reader = claude.createReader();
    const rate_limit_info = { status: "rejected", resetsAt: 1_795_000_000, isUsingOverage: true };
    reader.read({ type: "rate_limit_event", rate_limit_info });
    reader.read({
      type: "result",
      is_error: true,
      api_error_status: 500,
      result: "API Error: 500",
    });
    expect(reader.end().terminal).toEqual({ ok: false, message: "API Error: 500" });
  });

  test("of a limit may have more lines", () => {
    const text = "You've hit your weekly limit · resets Nov 20, 4:30am (UTC)\nmore";
    expect(limitEnd(text)).toBe("2026-11-20T04:30:00.000Z");
  });

  test.each([-1e13, 1e13, "soon"])("of a limit is not lost for an end at %p", (resetsAt) => {
    const reader = claude.createReader();
    reader.read({ type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt } });
    reader.read({ type: "result", is_error: true, api_error_status: 429, result: "Full." });
    expect(reader.end().terminal).toEqual({ ok: false, message: "Full." });
  });
});
