import { describe, expect, test } from "bun:test";
import { EVERYTHING, scripted } from "../testing/scripted.ts";
import { USAGE } from "../usage.ts";

const PATH = "/v1/messages?beta=true";
const REQUEST = {
  model: "claude-test",
  stream: true,
  messages: [{ role: "user", content: "do it" }],
  tools: [{ name: "look" }, { name: "Bash" }],
};
const ID = expect.any(String);

describe("not streaming", () => {
  test("thinking, words and a call are blocks of one message", async () => {
    await using model = scripted(EVERYTHING);
    expect(await model.sendForJson(PATH, { ...REQUEST, stream: false })).toEqual({
      id: ID,
      type: "message",
      role: "assistant",
      model: "claude-test",
      content: [
        { type: "thinking", thinking: "Hm.", signature: ID },
        { type: "text", text: "I look." },
        { type: "tool_use", id: ID, name: "look", input: { path: "/a" } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: {
        input_tokens: 234,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 1000,
        output_tokens: 56,
      },
    });
  });

  test("words alone end the turn", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    expect(await model.sendForJson(PATH, { ...REQUEST, stream: false })).toMatchObject({
      content: [{ type: "text", text: "Done." }],
      stop_reason: "end_turn",
    });
  });

  test("cached tokens are not counted twice", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    expect(await model.sendForJson(PATH, { ...REQUEST, stream: false })).toMatchObject({
      usage: {
        input_tokens: USAGE.input - USAGE.cached,
        cache_read_input_tokens: USAGE.cached,
      },
    });
  });
});

describe("streaming", () => {
  test("every block begins empty, is filled and ends", async () => {
    await using model = scripted(EVERYTHING);
    const events = await model.sendForEvents(PATH, REQUEST);
    expect(events).toMatchObject([
      { type: "message_start", message: { model: "claude-test", content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
      { index: 0, delta: { type: "signature_delta", signature: ID } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { index: 1, delta: { type: "text_delta", text: "I look." } },
      { type: "content_block_stop", index: 1 },
      { index: 2, content_block: { type: "tool_use", id: ID, name: "look", input: {} } },
      { index: 2, delta: { type: "input_json_delta", partial_json: '{"path":"/a"}' } },
      { type: "content_block_stop", index: 2 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 56 } },
      { type: "message_stop" },
    ]);
  });

  test("events are named", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    const response = await model.send(PATH, REQUEST);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toStartWith(
      'event: message_start\ndata: {"type":"message_start"',
    );
  });
});

describe("what is said", () => {
  test("the prompt and tool results, without reminders anywhere", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    const reminder = { type: "text", text: "<system-reminder>x</system-reminder>" };
    const messages = [
      { role: "user", content: [reminder, { type: "text", text: "do it" }] },
      { role: "system", content: "# Environment" },
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "Bash", input: {} }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "1", content: "first" }, reminder],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "2", content: [{ type: "text", text: "second" }] },
          { type: "tool_result", tool_use_id: "3" },
        ],
      },
      { role: "user", content: [reminder] },
    ];
    await model.sendForJson(PATH, { ...REQUEST, stream: false, messages });
    expect(model.heard).toEqual([
      {
        protocol: "anthropic",
        model: "claude-test",
        prompt: "do it",
        results: ["first", "second", ""],
        tools: ["look", "Bash"],
      },
    ]);
  });

  test("how many tokens a request has", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    const counted = await model.sendForJson("/v1/messages/count_tokens", REQUEST);
    expect(counted).toEqual({ input_tokens: 1234 });
    expect(model.heard).toEqual([]);
  });
});

test.each([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [529, "overloaded_error"],
])("an error %i is a %s", async (status, type) => {
  await using model = scripted({ kind: "fails", status, message: "No." });
  const response = await model.send(PATH, REQUEST);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({
    type: "error",
    error: { type, message: "No." },
    request_id: ID,
  });
});
