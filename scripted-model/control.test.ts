import { describe, expect, test } from "bun:test";
import { createScriptControl } from "./control.ts";
import { startScriptedModel } from "./model-server.ts";

function controlled() {
  const { mind, control } = createScriptControl([{ kind: "says", text: "at first" }]);
  const model = startScriptedModel({ mind, control });
  return {
    model,
    put: (body: string, headers: Record<string, string> = {}) =>
      fetch(`${model.url}/script`, { method: "PUT", body, headers }),
    async ask() {
      const messages = [{ role: "user", content: "do it" }];
      const tools = [{ function: { name: "bash" } }];
      const body = JSON.stringify({ model: "m", messages, tools });
      return fetch(`${model.url}/v1/chat/completions`, { method: "POST", body });
    },
    [Symbol.asyncDispose]: model.stop,
  };
}

test("a new script is followed from then on", async () => {
  await using server = controlled();
  expect(await (await server.ask()).text()).toContain("at first");
  const response = await server.put('[{"kind":"fails","status":429,"retryAfterSeconds":5}]');
  expect(await response.json()).toEqual({ steps: 1 });
  expect((await server.ask()).status).toBe(429);
});

describe("a refused script changes nothing", () => {
  test.each([
    ["no JSON", "{", "The script must be a list of at least one answer"],
    ["no list", "{}", "The script must be a list of at least one answer"],
    ["no steps", "[]", "The script must be a list of at least one answer"],
    ["an unknown kind", '[{"kind":"sings"}]', "0.kind: "],
    ["a missing field", '[{"kind":"hangs"},{"kind":"says"}]', "1.text: is required"],
    ["a misspelt field", '[{"kind":"says","text":"a","thoughts":"b"}]', "thoughts"],
    ["a status that is not a failure", '[{"kind":"fails","status":200}]', "0.status: "],
  ])("%s", async (_name, body, message) => {
    await using server = controlled();
    const response = await server.put(body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toContain(message);
    expect(await (await server.ask()).text()).toContain("at first");
  });
});

test("only PUT changes a script", async () => {
  await using server = controlled();
  const response = await fetch(`${server.model.url}/script`);
  expect(response.status).toBe(405);
});

test("a page that reaches this machine by another name cannot write a script", async () => {
  await using server = controlled();
  const response = await server.put('[{"kind":"hangs"}]', { Host: "evil.example" });
  expect(response.status).toBe(403);
  expect(await (await server.ask()).text()).toContain("at first");
});

test("requests to the script do not reach the model", async () => {
  await using server = controlled();
  await server.put('[{"kind":"hangs"}]');
  expect(server.model.requests).toEqual([]);
});
