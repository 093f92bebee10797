import { describe, expect, test } from "bun:test";
import { EVERYTHING, scripted } from "../testing/scripted.ts";

const WHOLE = "/v1beta/models/gemini-test:generateContent";
const STREAM = "/v1beta/models/gemini-test:streamGenerateContent?alt=sse";
const REQUEST = {
  contents: [{ role: "user", parts: [{ text: "do it" }] }],
  tools: [{ functionDeclarations: [{ name: "look" }, { name: "run_shell_command" }] }, {}],
};
const ID = expect.any(String);
const THOUGHT = { text: "Hm.", thought: true };
const WORDS = { text: "I look." };
const CALL = {
  functionCall: { id: ID, name: "look", args: { path: "/a" } },
  thoughtSignature: ID,
};
const REPORTED = {
  promptTokenCount: 1234,
  cachedContentTokenCount: 1000,
  candidatesTokenCount: 56,
  totalTokenCount: 1290,
};

test("not streaming, thinking, words and a call are parts of one answer", async () => {
  await using model = scripted(EVERYTHING);
  expect(await model.sendForJson(WHOLE, REQUEST)).toEqual({
    candidates: [
      {
        content: { role: "model", parts: [THOUGHT, WORDS, CALL] },
        index: 0,
        finishReason: "STOP",
      },
    ],
    usageMetadata: REPORTED,
    modelVersion: "gemini-test",
    responseId: ID,
  });
});

test("streaming, each is a chunk, and the last one closes", async () => {
  await using model = scripted(EVERYTHING);
  const chunk = (part: unknown) => ({
    candidates: [{ content: { role: "model", parts: [part] }, index: 0 }],
  });
  expect(await model.sendForEvents(STREAM, REQUEST)).toEqual([
    chunk(THOUGHT),
    chunk(WORDS),
    chunk(CALL),
    {
      candidates: [
        { content: { role: "model", parts: [{ text: "" }] }, index: 0, finishReason: "STOP" },
      ],
      usageMetadata: REPORTED,
      modelVersion: "gemini-test",
      responseId: ID,
    },
  ]);
});

test("a command goes to its shell tool", async () => {
  await using model = scripted({ kind: "runs", command: "ls" });
  const functionCall = { name: "run_shell_command", args: { command: "ls" } };
  expect(await model.sendForJson(WHOLE, REQUEST)).toMatchObject({
    candidates: [{ content: { parts: [{ functionCall }] } }],
  });
});

test("the prompt and tool results are found", async () => {
  await using model = scripted({ kind: "says", text: "Done." });
  const answered = (response: unknown) => ({ functionResponse: { name: "look", response } });
  const contents = [
    { role: "user", parts: [{ text: "<session_context>x</session_context>" }, { text: "do it" }] },
    { role: "model", parts: [{ text: "I look." }, { functionCall: { name: "look", args: {} } }] },
    { role: "user", parts: [answered({ output: "first" }), { text: "said beside it" }] },
    { role: "user", parts: [answered({ error: "no such file" })] },
  ];
  await model.sendForJson(WHOLE, { ...REQUEST, contents });
  expect(model.heard).toEqual([
    {
      protocol: "gemini",
      model: "gemini-test",
      prompt: "do it",
      results: ["first", '{"error":"no such file"}'],
      tools: ["look", "run_shell_command"],
    },
  ]);
});

test("how many tokens a request has", async () => {
  await using model = scripted({ kind: "says", text: "Done." });
  const counted = await model.sendForJson("/v1beta/models/gemini-test:countTokens", REQUEST);
  expect(counted).toEqual({ totalTokens: 1234 });
});

test.each(["responseJsonSchema", "responseSchema"])(
  "a side question gets an object that fits its %s",
  async (field) => {
    await using model = scripted({ kind: "drops" });
    const schema = {
      type: "OBJECT",
      properties: { reasoning: { type: "STRING" }, score: { type: "INTEGER" } },
    };
    const answer = await model.sendForJson(WHOLE, {
      contents: REQUEST.contents,
      generationConfig: { responseMimeType: "application/json", [field]: schema },
    });
    const text = '{"reasoning":"scripted","score":1}';
    expect(answer).toMatchObject({ candidates: [{ content: { parts: [{ text }] } }] });
    expect(model.heard).toEqual([]);
  },
);

describe("errors", () => {
  test("a limit states in its details when to retry", async () => {
    await using model = scripted({ kind: "fails", status: 429, retryAfterSeconds: 34 });
    const response = await model.send(STREAM, REQUEST);
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({
      error: {
        code: 429,
        message: "The script answers with 429.",
        status: "RESOURCE_EXHAUSTED",
        details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }],
      },
    });
  });

  test.each([
    [400, "INVALID_ARGUMENT"],
    [401, "UNAUTHENTICATED"],
    [500, "INTERNAL"],
    [418, "UNKNOWN"],
  ])("%i is %s", async (code, status) => {
    await using model = scripted({ kind: "fails", status: code, message: "No." });
    expect(await model.sendForJson(WHOLE, REQUEST)).toEqual({
      error: { code, message: "No.", status, details: [] },
    });
  });
});
