import { describe, expect, test } from "bun:test";
import { EVERYTHING, scripted } from "../testing/scripted.ts";

const PATH = "/v1/chat/completions";
const REQUEST = {
  model: "chat-test",
  stream: true,
  messages: [{ role: "user", content: "do it" }],
  tools: [{ type: "function", function: { name: "look" } }, { type: "something else" }],
};
const ID = expect.any(String);
const CALL = {
  index: 0,
  id: ID,
  type: "function",
  function: { name: "look", arguments: '{"path":"/a"}' },
};
const REPORTED = {
  prompt_tokens: 1234,
  completion_tokens: 56,
  total_tokens: 1290,
  prompt_tokens_details: { cached_tokens: 1000 },
};

describe("not streaming", () => {
  test("thinking, words and a call are one message", async () => {
    await using model = scripted(EVERYTHING);
    expect(await model.sendForJson(PATH, { ...REQUEST, stream: false })).toMatchObject({
      object: "chat.completion",
      model: "chat-test",
      choices: [
        {
          message: {
            role: "assistant",
            reasoning_content: "Hm.",
            content: "I look.",
            tool_calls: [CALL],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: REPORTED,
    });
  });

  test("a call alone has no words", async () => {
    await using model = scripted({ kind: "calls", tool: "look", input: {} });
    expect(await model.sendForJson(PATH, { ...REQUEST, stream: false })).toMatchObject({
      choices: [{ message: { content: null } }],
    });
  });
});

describe("streaming", () => {
  test("each is a chunk, then the reason to stop, then the usage", async () => {
    await using model = scripted(EVERYTHING);
    const chunk = (delta: unknown, finish_reason: string | null = null) => ({
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason }],
    });
    expect(await model.sendForEvents(PATH, REQUEST)).toMatchObject([
      chunk({ role: "assistant", content: "" }),
      chunk({ reasoning_content: "Hm." }),
      chunk({ content: "I look." }),
      chunk({ tool_calls: [CALL] }),
      chunk({}, "tool_calls"),
      { choices: [], usage: REPORTED },
      "[DONE]",
    ]);
  });

  test("words alone stop", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    const events = await model.sendForEvents(PATH, REQUEST);
    expect(events[2]).toMatchObject({ choices: [{ finish_reason: "stop" }] });
  });
});

test("the prompt and tool results are found", async () => {
  await using model = scripted({ kind: "says", text: "Done." });
  const messages = [
    { role: "system", content: "You are" },
    {
      role: "user",
      content: [
        { type: "text", text: "<system-reminder>x</system-reminder>" },
        { type: "text", text: "do it" },
      ],
    },
    { role: "assistant", content: "I look.", tool_calls: [] },
    { role: "assistant", content: null },
    { role: "tool", tool_call_id: "1", content: "first" },
    { role: "tool", tool_call_id: "2", content: [{ type: "text", text: "second" }] },
  ];
  await model.sendForJson(PATH, { ...REQUEST, stream: false, messages });
  expect(model.heard).toEqual([
    {
      protocol: "chat",
      model: "chat-test",
      prompt: "do it",
      results: ["first", "second"],
      tools: ["look"],
    },
  ]);
});

test.each([
  [400, "invalid_request_error", null],
  [401, "invalid_request_error", "invalid_api_key"],
  [429, "rate_limit_exceeded", null],
  [503, "server_error", null],
])("an error %i is a %s", async (status, type, code) => {
  await using model = scripted({ kind: "fails", status, message: "No." });
  const response = await model.send(PATH, REQUEST);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: { message: "No.", type, param: null, code } });
});
