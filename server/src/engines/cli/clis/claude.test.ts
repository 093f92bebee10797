import { describe, expect, test } from "bun:test";
import { eventsOfType, readRecording } from "#testing/cli-recordings.ts";
import { cliRun, valueOf } from "#testing/cli-run.ts";
import { claude } from "./claude.ts";

const RUN = cliRun({ prompt: "Read the file", outputPath: "/tmp/malamar/out.json" });

const recorded = (name: string) => readRecording("claude", name);
const notices = (name: string) => eventsOfType(recorded(name), "notice").map(({ text }) => text);
const usages = (name: string) => eventsOfType(recorded(name), "usage");

describe("the command line", () => {
  test("names the model, and enforces a schema, if there are any", () => {
    const given = claude.arguments({ ...RUN, model: "opus", answerSchema: { type: "object" } });
    expect(valueOf("--model", given)).toBe("opus");
    expect(valueOf("--json-schema", given)).toBe('{"type":"object"}');
    expect(claude.arguments(RUN).join(" ")).not.toMatch(/--model|--json-schema/);
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
    const given = valueOf("--json-schema", claude.arguments({ ...RUN, answerSchema }));
    expect(JSON.parse(given!)).toEqual(whole(schema("text", "either")));
  });

  test("makes it give up soon when a person waits", () => {
    const variables = claude.environment?.(cliRun({ isUrgent: true }));
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

test("a partial message is not reported: the complete one follows", () => {
  const texts = eventsOfType(recorded("partial"), "text").map(({ text }) => text);
  expect(texts).toEqual(["Looking.", "All done."]);
});

test("what the CLI says to the model is not the agent's words", () => {
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
  ])("%s: only a write is a change", (name, expected) => {
    const changes = eventsOfType(recorded(name), "file_change");
    const distinct = new Map(changes.map(({ kind, path }) => [path, kind]));
    expect([...distinct].map(([path, kind]) => [kind, path])).toEqual(expected);
  });

  test("a picture is only named", () => {
    const outputs = eventsOfType(recorded("read"), "tool_result").map(({ output }) => output);
    expect(outputs).toContain("[image]");
  });
});

describe("other tools", () => {
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

  test("their usage is counted, once, over all results of the run", () => {
    const total = {
      type: "usage" as const,
      input_tokens: 5 * 2234,
      output_tokens: 5 * 56,
      cached_tokens: 5 * 1000,
      cost_usd: 0.03128,
    };
    expect(usages("agent-background").slice(-2)).toEqual([total, total]);
  });
});

describe("in the background", () => {
  test("the end of a command is reported, and the run continues", () => {
    const name = "command-background";
    expect(notices(name)).toEqual([
      'In the background, completed: Background command "for i in 1 2 3; do echo $i; sleep 0.7; done" completed (exit code 0)',
    ]);
    expect(usages(name).at(-1)).toMatchObject({ input_tokens: 3 * 2234, output_tokens: 3 * 56 });
    expect(recorded(name).end.terminal).toEqual({ ok: true });
  });

  test("a workflow is reported too", () => {
    expect(notices("workflow")).toEqual([
      'In the background, completed: Dynamic workflow "d" completed',
    ]);
  });

  test("a run that wakes up again adds to its usage", () => {
    const used = { input_tokens: 4 * 2234, output_tokens: 4 * 56 };
    expect(usages("wakes-itself").at(-1)).toMatchObject(used);
  });

  test("a slow command is not in the background: its result reports its end", () => {
    expect(notices("command-slow")).toEqual([]);
  });
});

describe("usage while it works", () => {
  const told = (name: string) =>
    usages(name).map(({ input_tokens, output_tokens }) => [input_tokens, output_tokens]);

  test("is added up by model answer, however many lines it takes", () => {
    expect(told("a-whole-run")).toEqual([
      [1234, 1],
      [2 * 1234, 2],
      [3 * 1234, 3],
      [4 * 1234, 4],
      // The final event.
      [4 * 1234, 4 * 56],
    ]);
    expect(usages("a-whole-run").map(({ cost_usd }) => cost_usd !== null)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test("counts subagents, and continues from the final event when it wakes up again", () => {
    expect(told("agent-foreground").slice(0, 2)).toEqual([
      [2234, 1],
      [2 * 2234, 2],
    ]);
    expect(told("wakes-itself")).toEqual([
      [2234, 1],
      [2 * 2234, 2],
      [2 * 2234, 2 * 56],
      [3 * 2234, 2 * 56 + 1],
      [4 * 2234, 2 * 56 + 2],
      [4 * 2234, 4 * 56],
    ]);
  });
});

describe("usage", () => {
  test("counts the input from the cache as input", () => {
    expect(usages("command").at(-1)).toEqual({
      type: "usage",
      input_tokens: 2 * 2234,
      output_tokens: 2 * 56,
      cached_tokens: 2 * 1000,
      cost_usd: 0.012512,
    });
  });

  test("is that of this run, when a session continues", () => {
    const used = { input_tokens: 2 * 2234, cost_usd: 0.012512 };
    expect(usages("resumed").at(-1)).toMatchObject(used);
  });

  test("of an older version is what it reports", () => {
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

  const said = (id: string, output_tokens: number) => ({
    type: "assistant",
    message: { id, content: [], usage: { input_tokens: 1000, output_tokens } },
  });

  test.each([
    ["tells nothing", { model_usage_since_last_result: {} }],
    ["tells of the last turn", { usage: { input_tokens: 1000, output_tokens: 50 } }],
  ])(
    "is what was reported meanwhile where a result %s, and continues from there",
    (_name, told) => {
      const { read } = claude.createReader();
      const ended = () => read({ type: "result", is_error: false, ...told });
      read(said("m-1", 50));
      read(said("m-2", 60));
      const used = { type: "usage", input_tokens: 2000, output_tokens: 110, cost_usd: null };
      expect(ended()).toMatchObject([used]);
      expect(read(said("m-3", 7))).toMatchObject([{ input_tokens: 3000, output_tokens: 117 }]);
    },
  );

  test("of an older version is the sum of its turns, and the cost of the final event", () => {
    const { read } = claude.createReader();
    const ended = (total_cost_usd: number) => ({
      type: "result",
      is_error: false,
      total_cost_usd,
      usage: { input_tokens: 10, output_tokens: 1 },
    });
    read(ended(2));
    expect(read(ended(5))).toMatchObject([{ input_tokens: 20, output_tokens: 2, cost_usd: 5 }]);
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
  test("is taken from the final event", () => {
    expect(recorded("answer").end.answer).toBe('{"actions":[{"type":"skip"}]}');
  });

  test("that was given again counts the last time", () => {
    expect(recorded("answer-and-background").end.answer).toBe('{"actions":[{"type":"skip"}]}');
  });

  test.each([null, undefined])("that is %p is not one, and leaves an earlier one", (none) => {
    const reader = claude.createReader();
    const result = { type: "result", is_error: false };
    reader.read({ ...result, structured_output: none });
    expect(reader.end().answer).toBeNull();
    reader.read({ ...result, structured_output: { actions: [] } });
    reader.read({ ...result, structured_output: none });
    expect(reader.end().answer).toBe('{"actions":[]}');
  });

  test("that never came is none, and the run still succeeds", () => {
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
