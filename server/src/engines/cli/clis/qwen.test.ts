import { describe, expect, test } from "bun:test";
import { eventsOfType, failureOf, limitEndIn, readRecording } from "#testing/cli-recordings.ts";
import { cliRun, valueOf } from "#testing/cli-run.ts";
import { qwen } from "./qwen.ts";

const RUN = cliRun({ prompt: "Read the file", cwd: "/project", outputPath: "/tmp/m/out.json" });

const recorded = (name: string) => readRecording("qwen", name);
const texts = (name: string) => eventsOfType(recorded(name), "text").map(({ text }) => text);
const notices = (name: string) => eventsOfType(recorded(name), "notice").map(({ text }) => text);
const usages = (name: string) => eventsOfType(recorded(name), "usage");
const usage = (calls: number) => ({
  type: "usage" as const,
  input_tokens: calls * 1234,
  output_tokens: calls * 56,
  cached_tokens: calls * 1000,
  cost_usd: null,
});

describe("the command line", () => {
  test("ends with the prompt, and names the model, if there is one", () => {
    const given = qwen.arguments({ ...RUN, model: "qwen3-coder-plus" });
    expect(valueOf("--model", given)).toBe("qwen3-coder-plus");
    expect(given.at(-1)).toBe(RUN.prompt);
    expect(valueOf("--model", qwen.arguments(RUN))).toBeUndefined();
  });

  test("requests no schema: a model that has written its answer would fail without it", () => {
    expect(qwen.arguments({ ...RUN, answerSchema: { type: "object" } })).toEqual(
      qwen.arguments(RUN),
    );
  });

  test("comes with files that its variables name, which trust the folder and retry nothing", () => {
    const variables: Record<string, string> = qwen.environment?.(RUN) ?? {};
    const files = qwen.files?.(RUN) ?? {};
    const contentOf = (variable: string) => JSON.parse(files[variables[variable]!]!) as unknown;
    expect(contentOf("QWEN_CODE_TRUSTED_FOLDERS_PATH")).toEqual({ [RUN.cwd]: "TRUST_FOLDER" });
    expect(contentOf("QWEN_CODE_SYSTEM_DEFAULTS_PATH")).toMatchObject({
      model: { generationConfig: { maxRetries: 0 } },
    });
  });

  test("leaves an administrator's defaults where they are", () => {
    const environment = { QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/opt/qwen.json" };
    const given = qwen.environment?.({ ...RUN, environment });
    expect(given).not.toHaveProperty("QWEN_CODE_SYSTEM_DEFAULTS_PATH");
  });
});

test("a line of a new kind is not understood", () => {
  const { read } = qwen.createReader();
  expect(read({ type: "news" })).toBeNull();
  expect(read({ type: "system", subtype: "news" })).toBeNull();
  expect(read({ type: "assistant", message: { content: [{ type: "news" }] } })).toBeNull();
});

test("a command that fails is an error, with what it printed", () => {
  const [, failed] = eventsOfType(recorded("command"), "tool_result");
  expect(failed).toMatchObject({
    output: expect.stringContaining("Exit Code: 3") as string,
    is_error: true,
  });
  expect(texts("command")).toEqual(["All done."]);
});

test("thoughts are distinguished from messages", () => {
  expect(eventsOfType(recorded("thinking"), "thinking")).toEqual([
    { type: "thinking", text: "I should answer. Shortly." },
  ]);
  expect(texts("thinking")).toEqual(["The answer is 42."]);
});

test("a partial message is not reported: the complete one follows", () => {
  expect(texts("partial")).toEqual(["The answer is 42."]);
});

test("a message that was cut short and retried is reported as it was said", () => {
  expect(texts("cut-short")).toEqual(["cut short", "cut shortcut shortcut shortcut short"]);
});

test("only a write is a change of a file", () => {
  const changes = eventsOfType(recorded("files"), "file_change");
  expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    "add /tmp/malamar/out.json",
    "update /project/old.txt",
    "update /project/old.txt",
    "add /project/fresh.txt",
    "update /project/n.ipynb",
  ]);
});

test("an MCP server's results are text, and its errors are errors", () => {
  const results = eventsOfType(recorded("mcp"), "tool_result");
  expect(results.find(({ output }) => output === "echo: hi")?.is_error).toBe(false);
  expect(results.find(({ output }) => output.includes("mcp failure"))?.is_error).toBe(true);
});

test("a todo list is a tool call", () => {
  const [call] = eventsOfType(recorded("todo"), "tool_call");
  expect(call?.input).toMatchObject({ todos: [{ content: "first" }, { content: "second" }] });
});

describe("subagents", () => {
  test("in the foreground their tools are shown, but not their input", () => {
    const run = recorded("agent-foreground");
    const commands = eventsOfType(run, "tool_call").map(({ input }) => input);
    expect(commands).toContainEqual(
      expect.objectContaining({ command: "echo from the subagent" }) as unknown,
    );
    expect(notices("agent-foreground")).toEqual([]);
    expect(texts("agent-foreground")).toEqual(["All done."]);
  });

  test("in the background only their end is reported", () => {
    expect(notices("agent-background")).toEqual([
      'Background agent "general-purpose: Look closer" completed.',
    ]);
    expect(notices("monitor")).toEqual([
      'Monitor "ticks" event #1: tick',
      'Monitor "ticks" was cancelled. (1 events)',
    ]);
  });

  test("one that fails is not the end of the run", () => {
    expect(recorded("agent-fails").end.terminal).toEqual({ ok: true });
    expect(usages("agent-fails").at(-1)).toEqual(usage(3));
  });
});

describe("usage", () => {
  test("grows with every model answer", () => {
    expect(usages("command")).toEqual([usage(1), usage(2), usage(3), usage(3)]);
  });

  test("counts subagents at the end", () => {
    expect(usages("agent-background").at(-1)).toEqual(usage(5));
  });

  test("includes the cache in the input, whatever the provider says", () => {
    const { input_tokens, cached_tokens } = usages("anthropic").at(-1)!;
    expect({ input_tokens, cached_tokens }).toEqual({ input_tokens: 4468, cached_tokens: 2000 });
  });

  test("is not reported where nothing was used", () => {
    expect(usages("failure-401")).toEqual([]);
  });
});

describe("what was not allowed is the reason", () => {
  test("by a rule", () => {
    const { end } = recorded("permission-denied");
    expect(end.terminal).toEqual({ ok: true });
    expect(end.refusal).toBe("It was not allowed to use run_shell_command.");
  });

  test("in a folder that is not trusted", () => {
    expect(recorded("permission-untrusted").end.refusal).toBe(
      'It runs in the mode "default", which leaves out tools.',
    );
  });
});

test("a loop is a failure with its reason, but a limit of turns has none", () => {
  const message = expect.stringMatching(/^Loop detection halted the run/) as string;
  expect(recorded("loop").end.terminal).toEqual({ ok: false, message });
  expect(recorded("turn-limit").end.terminal).toBeNull();
});

describe("a failure", () => {
  const NOW = new Date("2026-07-20T00:00:00Z");

  test.each([
    ["failure-401", "not_logged_in"],
    ["failure-403", "not_logged_in"],
    ["failure-no-login", "not_logged_in"],
    ["failure-no-key", "not_logged_in"],
    ["failure-no-key-anthropic", "not_logged_in"],
    ["failure-oauth-ended", "not_logged_in"],
    ["failure-bad-model", "bad_model"],
    ["failure-429", "quota"],
    ["failure-500", "overloaded"],
    ["failure-503", "overloaded"],
    ["failure-refused", "network"],
    ["failure-dns", "network"],
    ["failure-cut", "network"],
    ["failure-timeout", "network"],
    ["failure-stalled", "network"],
  ] as const)("%s is recognized as %s", (name, cause) => {
    expect(failureOf("qwen", recorded(name), NOW)).toMatchObject({ cause, resetsAt: null });
  });

  test.each(["failure-401", "limit-with-end"])(
    "%s is reported once, in the final event",
    (name) => {
      expect(texts(name)).toEqual([]);
    },
  );

  test("names the end of a limit", () => {
    expect(failureOf("qwen", recorded("limit-with-end"), NOW)).toMatchObject({
      cause: "quota",
      resetsAt: "2026-07-27T09:25:00.000Z",
    });
  });

  test.each([
    ["reset at 2026-11-15 18:30:00 +0800.", "2026-11-15T10:30:00.000Z"],
    ["reset at 01-02 03:04 UTC.", "2027-01-02T03:04:00.000Z"],
    // The time zone of that midnight is unknown.
    ["reset at 2026-07-27.", null],
  ])("understands a limit that will %s", (end, expected) => {
    const text = `Quota exhausted: Your quota has been exhausted. It will ${end}`;
    expect(limitEndIn("qwen", text, new Date("2026-12-30T00:00:00Z"))).toBe(expected);
  });

  test("that it recovered from is not one", () => {
    const stderr =
      "Retrying in 60s (attempt 1/1): [API Error: 429 You exceeded your current quota]";
    expect(qwen.failures.filter((failure) => failure.pattern.test(stderr))).toEqual([]);
  });
});

test("at another model it uses nothing of the user's", () => {
  expect(qwen.atModel({ url: "http://127.0.0.1:1", home: "/h" })).toEqual({
    env: {
      HOME: "/h",
      QWEN_HOME: "/h/.qwen",
      QWEN_DEFAULT_AUTH_TYPE: "openai",
      OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
      OPENAI_API_KEY: "none",
      OPENAI_MODEL: "scripted",
    },
    files: {},
    model: null,
  });
});
