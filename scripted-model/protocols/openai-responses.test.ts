import { describe, expect, test } from "bun:test";
import { EVERYTHING, scripted } from "../testing/scripted.ts";

const PATH = "/v1/responses";
const said = (text: string) => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});
const REQUEST = {
  model: "codex-test",
  stream: true,
  input: [said("do it")],
  tools: [{ type: "function", name: "look" }, { type: "web_search" }],
};
/** The request that newer Codex models get. */
const LITE_REQUEST = {
  model: "codex-lite-test",
  stream: true,
  input: [
    {
      type: "additional_tools",
      role: "developer",
      tools: [
        {
          type: "namespace",
          name: "functions",
          tools: [
            { type: "custom", name: "exec" },
            { type: "function", name: "wait" },
          ],
        },
        { type: "namespace", name: "clock", tools: [{ type: "function", name: "sleep" }] },
      ],
    },
    said("<environment_context>here</environment_context>"),
    said("do it"),
  ],
};
const ID = expect.any(String);
const REASONING = { type: "reasoning", id: ID, summary: [{ type: "summary_text", text: "Hm." }] };
const MESSAGE = {
  type: "message",
  id: ID,
  role: "assistant",
  content: [{ type: "output_text", text: "I look.", annotations: [] }],
};
const CALL = { type: "function_call", call_id: ID, name: "look", arguments: '{"path":"/a"}' };

describe("not streaming", () => {
  test("thinking, words and a call are items of the output", async () => {
    await using model = scripted(EVERYTHING);
    expect(await model.sendForJson(PATH, { ...REQUEST, stream: false })).toMatchObject({
      object: "response",
      status: "completed",
      model: "codex-test",
      output: [REASONING, MESSAGE, CALL],
      usage: {
        input_tokens: 1234,
        input_tokens_details: { cached_tokens: 1000 },
        output_tokens: 56,
        total_tokens: 1290,
      },
    });
  });

  test("a prompt may be a bare text", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    await model.sendForJson(PATH, { ...REQUEST, stream: false, input: "do it" });
    expect(model.heard).toMatchObject([{ prompt: "do it", results: [] }]);
  });
});

describe("streaming", () => {
  test("every item begins empty, is filled and ends", async () => {
    await using model = scripted(EVERYTHING);
    const events = await model.sendForEvents(PATH, REQUEST);
    expect(events).toMatchObject([
      { type: "response.created", response: { status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item: { summary: [] } },
      { type: "response.reasoning_summary_part.added", summary_index: 0, part: { text: "" } },
      { type: "response.reasoning_summary_text.delta", summary_index: 0, delta: "Hm." },
      { type: "response.reasoning_summary_text.done", summary_index: 0, text: "Hm." },
      { type: "response.reasoning_summary_part.done", summary_index: 0, part: { text: "Hm." } },
      { type: "response.output_item.done", output_index: 0, item: REASONING },
      { type: "response.output_item.added", output_index: 1, item: { content: [] } },
      { type: "response.content_part.added", content_index: 0, part: { text: "" } },
      { type: "response.output_text.delta", output_index: 1, delta: "I look." },
      { type: "response.output_text.done", output_index: 1, text: "I look." },
      { type: "response.content_part.done", content_index: 0, part: { text: "I look." } },
      { type: "response.output_item.done", output_index: 1, item: MESSAGE },
      { type: "response.output_item.added", output_index: 2, item: { arguments: "" } },
      { type: "response.function_call_arguments.delta", delta: CALL.arguments },
      { type: "response.function_call_arguments.done", arguments: CALL.arguments },
      { type: "response.output_item.done", output_index: 2, item: CALL },
      { type: "response.completed", response: { output: [REASONING, MESSAGE, CALL] } },
    ]);
    const numbers = events.map((event) => (event as { sequence_number: number }).sequence_number);
    expect(numbers).toEqual([...events.keys()]);
  });
});

describe("Codex's two styles of tools", () => {
  test("a separate function is called with JSON", async () => {
    await using model = scripted({ kind: "runs", command: "ls" });
    const tools = [{ type: "function", name: "exec_command" }];
    expect(await model.sendForJson(PATH, { ...REQUEST, stream: false, tools })).toMatchObject({
      output: [{ type: "function_call", name: "exec_command", arguments: '{"cmd":"ls"}' }],
    });
  });

  test("the code runner in the input is called with JavaScript", async () => {
    await using model = scripted({ kind: "runs", command: "ls" });
    const input = 'const result = await tools["exec_command"]({"cmd":"ls"});\ntext(result);';
    const events = await model.sendForEvents(PATH, LITE_REQUEST);
    expect(events).toMatchObject([
      { type: "response.created" },
      { type: "response.output_item.added", item: { type: "custom_tool_call", input: "" } },
      { type: "response.custom_tool_call_input.delta", delta: input },
      { type: "response.custom_tool_call_input.done", input },
      {
        type: "response.output_item.done",
        item: { type: "custom_tool_call", name: "exec", input },
      },
      { type: "response.completed" },
    ]);
    expect(model.heard).toMatchObject([{ prompt: "do it", tools: ["exec", "wait", "sleep"] }]);
  });

  test.each([
    ["sleep", { namespace: "clock" }],
    ["wait", {}],
  ])("a call of %s names its group unless it is the usual one: %j", async (tool, group) => {
    await using model = scripted({ kind: "calls", tool, input: {} });
    const called = { call_id: ID, arguments: "{}", id: ID, status: "completed" };
    expect(await model.sendForJson(PATH, { ...LITE_REQUEST, stream: false })).toHaveProperty(
      "output",
      [{ type: "function_call", name: tool, ...group, ...called }],
    );
  });

  test("both kinds of results are steps", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    const input = [
      ...LITE_REQUEST.input,
      { type: "reasoning", summary: [], content: null },
      { type: "function_call", name: "look", arguments: "{}", call_id: "1" },
      { type: "function_call_output", call_id: "1", output: "first" },
      { type: "custom_tool_call", name: "exec", input: "", call_id: "2" },
      {
        type: "custom_tool_call_output",
        call_id: "2",
        output: [
          { type: "input_text", text: "Script completed" },
          { type: "input_text", text: "second" },
        ],
      },
    ];
    await model.sendForJson(PATH, { ...LITE_REQUEST, stream: false, input });
    expect(model.heard).toMatchObject([
      { prompt: "do it", results: ["first", "Script completed\nsecond"] },
    ]);
  });
});

test("a structured answer is the JSON as text", async () => {
  await using model = scripted({ kind: "returns", value: { actions: [] } });
  expect(await model.sendForJson(PATH, { ...REQUEST, stream: false })).toMatchObject({
    output: [{ type: "message", content: [{ text: '{"actions":[]}' }] }],
  });
});

test("an error has OpenAI's form", async () => {
  await using model = scripted({ kind: "fails", status: 429 });
  const response = await model.send(PATH, REQUEST);
  expect(response.status).toBe(429);
  expect(await response.json()).toEqual({
    error: {
      message: "The script answers with 429.",
      type: "rate_limit_exceeded",
      param: null,
      code: null,
    },
  });
});
