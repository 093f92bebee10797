import { describe, expect, test } from "bun:test";
import { eventsOfType, readRecording } from "#testing/cli-recordings.ts";
import { cliRun, valueOf } from "#testing/cli-run.ts";
import { opencode } from "./opencode.ts";

const recorded = (name: string) => readRecording("opencode", name);
const results = (name: string) => eventsOfType(recorded(name), "tool_result");
const lastUsage = (name: string) => eventsOfType(recorded(name), "usage").at(-1);

describe("the command line", () => {
  test("names the directory, because it would believe $PWD, and a title, which costs a request", () => {
    const given = opencode.arguments(cliRun({ cwd: "/project/here" }));
    expect(valueOf("--dir", given)).toBe("/project/here");
    expect(valueOf("--title", given)).not.toBe("");
  });

  test("names the model", () => {
    const words = opencode.arguments(cliRun({ prompt: "Go", model: "anthropic/opus" }));
    expect(words.slice(-2)).toEqual(["--model=anthropic/opus", "Go"]);
  });

  test("leaves the user's configuration and its denials alone", () => {
    const names = Object.keys(opencode.environment?.(cliRun()) ?? {});
    expect(names.filter((name) => /CONFIG|PERMISSION|PURE/.test(name))).toEqual([]);
  });
});

test("at another model it has one provider, whose price it knows", () => {
  const { env, files } = opencode.atModel({ url: "http://127.0.0.1:8080", home: "/h" });
  expect(Object.values(env).every((path) => path.startsWith("/h"))).toBe(true);
  const config = JSON.parse(files[".config/opencode/opencode.json"]!);
  const [provider, model] = config.model.split("/");
  expect(config.enabled_providers).toEqual([provider]);
  expect(config.provider[provider].options.baseURL).toBe("http://127.0.0.1:8080/v1");
  expect(config.provider[provider].models[model].cost.output).toBeGreaterThan(0);
});

describe("usage", () => {
  test("adds up over the steps, with the cache among the input", () => {
    const usages = eventsOfType(recorded("command"), "usage");
    expect(usages.map((usage) => usage.input_tokens)).toEqual([1234, 2 * 1234]);
    expect(usages.at(-1)).toMatchObject({
      output_tokens: 2 * 56,
      cached_tokens: 2 * 1000,
      cost_usd: 2 * 0.000446,
    });
  });

  test("counts the model's thinking as output", () => {
    expect(lastUsage("reasoning-usage")).toMatchObject({ input_tokens: 1000, output_tokens: 100 });
  });

  test("has no cost where the model has no price", () => {
    expect(lastUsage("no-price")).toMatchObject({ input_tokens: 1234, cost_usd: null });
  });

  test("is unknown where the provider reports nothing", () => {
    expect(lastUsage("no-usage")).toBeUndefined();
  });
});

test("thoughts are thoughts", () => {
  const thoughts = eventsOfType(recorded("reasoning"), "thinking").map(({ text }) => text.trim());
  expect(thoughts).toEqual(["I think about it.", "More thought"]);
});

describe("tools", () => {
  test("a command that fails or times out is an error, with what it printed", () => {
    expect(results("command-fails")).toMatchObject([
      { output: "out\nerr\n", is_error: true, exit_code: 3 },
    ]);
    expect(results("command-slow")).toMatchObject([
      { output: expect.stringMatching(/^begin.*exceeding timeout/s), is_error: true },
    ]);
  });

  test("an error is reported in its own words", () => {
    expect(results("read").at(-1)).toMatchObject({
      output: "File not found: /project/nope.txt",
      is_error: true,
    });
  });

  test("one that does not exist is an error", () => {
    const run = recorded("tools");
    const { id } = eventsOfType(run, "tool_call").find(({ name }) => name === "invalid")!;
    const result = eventsOfType(run, "tool_result").find((event) => event.id === id);
    expect(result).toMatchObject({ is_error: true });
  });

  test("those of an MCP server are called by its name", () => {
    expect(eventsOfType(recorded("mcp"), "tool_call")[0]?.name).toBe("lab_echo");
    expect(results("mcp")).toMatchObject([
      { output: "echo: hi", is_error: false },
      { output: "it failed", is_error: true },
    ]);
  });

  test("each result belongs to its call, whichever ends first", () => {
    const outputs = results("tools-at-once").map(({ output }) => output);
    expect(outputs).toEqual(["2\n", "1\n"]);
  });

  test("a subagent is one call", () => {
    expect(results("subagent")).toMatchObject([{ output: expect.stringContaining("All done.") }]);
  });

  test("letters of all languages arrive", () => {
    expect(results("unicode")[0]?.output).toContain("ünïcode 漢字 🎉");
  });
});

describe("files", () => {
  test.each([
    [
      "write",
      [
        ["add", "/project/new.txt"],
        ["update", "/project/old.txt"],
        ["update", "/tmp/malamar/out.json"],
        ["update", "/project/old.txt"],
        ["add", "/project/new2.txt"],
        ["add", "/project/rel.txt"],
      ],
    ],
    [
      "patch",
      [
        ["add", "/project/added.txt"],
        ["update", "/project/p.txt"],
        ["delete", "/project/new.txt"],
      ],
    ],
    [
      "patch-moves",
      [
        ["delete", "/project/m.txt"],
        ["add", "/project/moved.txt"],
      ],
    ],
  ])("%s: only a write is a change", (name, expected) => {
    const changes = eventsOfType(recorded(name), "file_change");
    expect(changes.map(({ path, kind }) => [kind, path])).toEqual(expected);
  });
});

describe("a conversation that became too long", () => {
  const run = recorded("compacted");

  test("continues with a summary, which is reported in plain words", () => {
    expect(eventsOfType(run, "notice").map(({ text }) => text)).toEqual([
      "The conversation had become too long for the model. OpenCode continues with a summary of it.",
    ]);
    expect(run.end.terminal).toEqual({ ok: true });
  });

  test("what OpenCode says to the model is not the agent's words", () => {
    const said = eventsOfType(run, "text").map(({ text }) => text);
    expect(said.join("\n")).not.toMatch(/Continue if you have next steps/);
  });
});

describe("the final event", () => {
  test("is good only if the model came to its end", () => {
    expect(recorded("cut-short").end.terminal).toEqual({
      ok: false,
      message: 'The model stopped with the reason "length".',
    });
    expect(recorded("empty-text").end.terminal).toEqual({ ok: true });
  });

  test("is missing as long as a step is active", () => {
    expect(recorded("interrupted").end.terminal).toBeNull();
    const reader = opencode.createReader();
    reader.read({ type: "step_finish", part: { reason: "stop" } });
    reader.read({ type: "step_start" });
    expect(reader.end().terminal).toBeNull();
  });

  test("is an error after an error, whatever came before or comes after", () => {
    expect(recorded("unsafe").end.terminal).toEqual({
      ok: false,
      message: "ContentFilterError: The response was blocked by the provider's content filter",
    });
    const reader = opencode.createReader();
    reader.read({ type: "error", error: { name: "UnknownError" } });
    reader.read({ type: "error", error: { name: "APIError", data: { message: "Gone." } } });
    reader.read({ type: "step_finish", part: { reason: "stop" } });
    expect(reader.end().terminal).toEqual({
      ok: false,
      message: "UnknownError: no reason given\nAPIError: Gone.",
    });
  });

  test("is an error after one of any shape", () => {
    const reader = opencode.createReader();
    reader.read({ type: "error", error: ["?"] });
    reader.read({ type: "step_finish", part: { reason: "stop" } });
    expect(reader.end().terminal).toEqual({ ok: false, message: 'UnknownError: ["?"]' });
  });

  test("is vague where the reason is in the log", () => {
    expect(recorded("failure-bad-model").end.terminal).toEqual({
      ok: false,
      message: "UnknownError: Unexpected server error. Check server logs for details.",
      isVague: true,
    });
    expect(recorded("failure-401").end.terminal).not.toHaveProperty("isVague");
  });

  test("without a reason of the model does not count", () => {
    const reader = opencode.createReader();
    reader.read({ type: "step_finish", part: { reason: 5 } });
    expect(reader.end().terminal).toMatchObject({ ok: false });
  });
});
