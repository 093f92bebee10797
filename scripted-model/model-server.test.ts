import { describe, expect, test } from "bun:test";
import type { Protocol } from "./mind.ts";
import { startScriptedModel } from "./model-server.ts";
import { scripted } from "./testing/scripted.ts";

interface Sample {
  path: string;
  body: Record<string, unknown>;
  /** The same request, but for a stream. */
  streaming: { path?: string; body?: Record<string, unknown> };
}

const stream = { body: { stream: true } };
const messages = [{ role: "user", content: "do it" }];
const SAMPLES: Record<Protocol, Sample> = {
  anthropic: {
    path: "/v1/messages",
    body: { model: "m", messages, tools: [{ name: "Bash" }] },
    streaming: stream,
  },
  responses: {
    path: "/v1/responses",
    body: { model: "m", input: "do it", tools: [{ type: "function", name: "exec_command" }] },
    streaming: stream,
  },
  chat: {
    path: "/v1/chat/completions",
    body: { model: "m", messages, tools: [{ type: "function", function: { name: "bash" } }] },
    streaming: stream,
  },
  gemini: {
    path: "/v1beta/models/m:generateContent",
    body: {
      contents: [{ role: "user", parts: [{ text: "do it" }] }],
      tools: [{ functionDeclarations: [{ name: "run_shell_command" }] }],
    },
    streaming: { path: "/v1beta/models/m:streamGenerateContent" },
  },
};
const WHOLE = Object.entries(SAMPLES).map(([name, { path, body }]) => ({ name, path, body }));
const STREAMED = Object.entries(SAMPLES).map(([name, { path, body, streaming }]) => ({
  name,
  path: streaming.path ?? path,
  body: { ...body, ...streaming.body },
}));
const BOTH = [
  ...WHOLE.map((sample) => ({ ...sample, name: `${sample.name}, not streaming` })),
  ...STREAMED.map((sample) => ({ ...sample, name: `${sample.name}, streaming` })),
];

describe.each(BOTH)("$name", ({ path, body }) => {
  test("an answer arrives, with its words", async () => {
    await using model = scripted({ kind: "says", text: "All done." });
    expect(await (await model.send(path, body)).text()).toContain("All done.");
  });

  test("a cut answer begins and has no end", async () => {
    await using model = scripted({ kind: "cuts" });
    const sent = await bytesOf(model.url, path, body);
    expect(sent).toStartWith("HTTP/1.1 200 OK\r\n");
    expect(sent).toContain(sent.includes("event-stream") ? "data: {" : '{"');
    // In full, it would end in a chunk of length zero.
    expect(sent).not.toEndWith("\r\n0\r\n\r\n");
  });

  test("a dropped connection ends before an answer", async () => {
    await using model = scripted({ kind: "drops" });
    expect(await bytesOf(model.url, path, body)).toBe("");
    expect(model.heard).toHaveLength(1);
  });

  test("a hanging answer never comes, and ends with the server", async () => {
    const model = scripted({ kind: "hangs" });
    const answer = model.send(path, body).catch(() => "ended");
    await mindIsAsked(model);
    const other = await fetch(`${model.url}/v1/models`);
    expect(await Promise.race([answer, Promise.resolve(other)])).toBe(other);
    await model.stop();
    expect(await answer).toBe("ended");
  });

  test("a failure has its status, its retry time, and the given body", async () => {
    await using model = scripted({
      kind: "fails",
      status: 529,
      retryAfterSeconds: 3600,
      body: { own: true },
    });
    const response = await model.send(path, body);
    expect(response.status).toBe(529);
    expect(response.headers.get("retry-after")).toBe("3600");
    expect(await response.json()).toEqual({ own: true });
  });

  test("a request without tools gets a word and never reaches the mind", async () => {
    await using model = scripted({ kind: "fails", status: 500 });
    const response = await model.send(path, { ...body, tools: undefined });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Scripted");
    expect(model.heard).toEqual([]);
  });
});

describe.each(WHOLE)("$name, an invalid body", ({ path, body }) => {
  const post = (url: string, text: string) => fetch(url + path, { method: "POST", body: text });

  test("is not JSON", async () => {
    await using model = scripted({ kind: "drops" });
    const response = await post(model.url, "{");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: "The body is not JSON." } });
  });

  test.each(["null", "[]", '"text"'])("is not an object: %s", async (text) => {
    await using model = scripted({ kind: "drops" });
    const { error } = (await (await post(model.url, text)).json()) as {
      error: { message: string };
    };
    expect(error.message).toBe("The body must be a JSON object");
  });

  test("has a field of another kind, which is named", async () => {
    await using model = scripted({ kind: "drops" });
    expect(await model.sendForJson(path, { ...body, tools: "all" })).toMatchObject({
      error: { message: expect.stringMatching(/^tools: /) },
    });
  });

  test("lacks the messages", async () => {
    await using model = scripted({ kind: "drops" });
    const without = { ...body, messages: undefined, contents: undefined, input: undefined };
    expect(await model.sendForJson(path, without)).toMatchObject({
      error: { message: expect.stringMatching(/^(messages|contents|input): /) },
    });
  });
});

describe("requests", () => {
  test("are kept with the names of their keys, but not the keys", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    const { path, body } = SAMPLES.gemini;
    await fetch(`${model.url}${path}?key=secret`, {
      method: "POST",
      headers: { "x-goog-api-key": "secret", authorization: "Bearer secret" },
      body: JSON.stringify(body),
    });
    expect(model.requests).toEqual([
      {
        method: "POST",
        path,
        protocol: "gemini",
        model: "m",
        authorization: ["authorization", "x-goog-api-key"],
      },
    ]);
  });

  test("may have anything before their path", async () => {
    await using model = scripted({ kind: "says", text: "Done." });
    const { path, body } = SAMPLES.anthropic;
    expect((await model.send(`/some/prefix${path}`, body)).status).toBe(200);
  });

  test("for the models get a list", async () => {
    await using model = scripted({ kind: "drops" });
    const listed = await (await fetch(`${model.url}/v1/models`)).json();
    expect(listed).toMatchObject({ object: "list", data: [{ id: "scripted-model" }] });
  });

  test.each([
    ["GET", "/v1/messages"],
    ["GET", "/v1/responses"],
    ["POST", "/v1/embeddings"],
    ["POST", "/v1beta/models/m:embedContent"],
    ["PUT", "/script"],
  ])("for anything else are not found: %s %s", async (method, path) => {
    await using model = scripted({ kind: "drops" });
    const response = await fetch(model.url + path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: `The scripted model does not answer ${method} ${path}.` },
    });
    expect(model.requests).toMatchObject([{ method, path, protocol: null, model: null }]);
  });
});

test("the mind can be changed at any time", async () => {
  await using model = scripted({ kind: "says", text: "before" });
  model.setMind(() => ({ kind: "says", text: "after" }));
  const { path, body } = SAMPLES.chat;
  expect(await (await model.send(path, body)).text()).toContain("after");
});

test("the mind may take its time", async () => {
  await using model = scripted({ kind: "drops" });
  const { promise, resolve } = Promise.withResolvers<{ kind: "says"; text: string }>();
  model.setMind(() => promise);
  const { path, body } = SAMPLES.chat;
  const answer = model.send(path, body);
  resolve({ kind: "says", text: "at last" });
  expect(await (await answer).text()).toContain("at last");
});

test("a mind that fails is reported", async () => {
  await using model = scripted({ kind: "drops" });
  model.setMind(() => {
    throw new Error("no idea");
  });
  const { path, body } = SAMPLES.chat;
  const response = await model.send(path, body);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: { message: "The mind failed: no idea" } });
});

test("it listens on this machine only, and frees its port", async () => {
  const model = scripted({ kind: "drops" });
  expect(model.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const otherwise = fetch(model.url.replace("127.0.0.1", "127.0.0.2")).catch(() => "refused");
  expect(await otherwise).toBe("refused");
  await model.stop();
  const port = Number(new URL(model.url).port);
  const again = startScriptedModel({ port, mind: () => ({ kind: "drops" }) });
  expect(again.url).toBe(model.url);
  await again.stop();
});

/** What comes back over the bare connection until it is closed. */
async function bytesOf(url: string, path: string, body: unknown): Promise<string> {
  const closed = Promise.withResolvers<void>();
  const text = JSON.stringify(body);
  const decoder = new TextDecoder();
  let received = "";
  await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
    socket: {
      open: (socket) => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        );
      },
      data: (_socket, bytes) => {
        received += decoder.decode(bytes, { stream: true });
      },
      close: () => closed.resolve(),
    },
  });
  await closed.promise;
  return received;
}

/** One turn of the event loop at a time, until the request has arrived. */
async function mindIsAsked({ heard }: { heard: readonly unknown[] }): Promise<void> {
  while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
}
