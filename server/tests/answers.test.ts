import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { readFrames } from "#lib/read-frames.ts";

const DESCRIPTION = "as long as it takes, ".repeat(100);

test("over a real connection a list is compressed, and is the same list", async () => {
  await using app = await createTestApp({ config: { port: 0 } });
  const port = await app.start();
  const url = `http://127.0.0.1:${port}/api/workspaces`;
  await app.createWorkspace({ title: "Website", description: DESCRIPTION });
  const plain = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const text = await plain.text();
  expect(plain.headers.get("content-encoding")).toBe(null);
  for (const encoding of ["gzip", "br"]) {
    const response = await fetch(url, { headers: { "accept-encoding": encoding } });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(await response.text()).toBe(text);
  }
  const raw = await fetch(url, { headers: { "accept-encoding": "gzip" }, decompress: false });
  const bytes = await raw.bytes();
  expect(bytes.length).toBeLessThan(text.length);
  expect(raw.headers.get("content-length")).toBe(String(bytes.length));
});

test.each(["gzip", "identity"])("a HEAD says what a GET would: %s", async (encoding) => {
  await using app = await createTestApp({ config: { port: 0 } });
  const port = await app.start();
  await app.createWorkspace({ title: "Website", description: DESCRIPTION });
  const headersOf = async (method: string, path: string) => {
    const init = { method, headers: { "accept-encoding": encoding }, decompress: false };
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const names = ["content-type", "content-length", "content-encoding", "vary", "link"];
    return { status, ...Object.fromEntries(names.map((name) => [name, headers.get(name) ?? ""])) };
  };
  for (const path of ["/api/workspaces", "/api/workspaces?limit=1", "/api/session", "/api/docs"]) {
    const get = await headersOf("GET", path);
    expect(get).not.toMatchObject({ "content-length": "0" });
    expect(get).not.toMatchObject({ "content-length": "" });
    expect(await headersOf("HEAD", path)).toEqual(get);
  }
});

test("an export is compressed like any answer, an event stream never", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace({ title: "Website", description: DESCRIPTION });
  const headers = { "accept-encoding": "gzip, br" };
  const packed = await app.send("GET", `/api/workspaces/${id}/export`, { headers });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  const file = new TextDecoder().decode(gunzipSync(await packed.bytes()));
  expect(JSON.parse(file)).toMatchObject({ workspace: { title: "Website" } });
  const events = await app.send("GET", "/api/events", { headers });
  expect(events.headers.has("content-encoding")).toBe(false);
  await events.body?.cancel();
});

test("every answer has its own id, which no client chooses", async () => {
  await using app = await createTestApp();
  const asked = [
    ["GET", "/api/health", {}],
    ["HEAD", "/api/health", {}],
    ["GET", "/api/nothing-here", {}],
    ["GET", "/api/events?task_id=nonsense", {}],
    ["POST", "/api/workspaces", { text: "{" }],
    ["GET", "/", {}],
    ["GET", "/api/health", { headers: { host: "evil.example" } }],
    ["GET", "/api/health", { headers: { origin: "https://evil.example" } }],
  ] as const;
  const names = [];
  for (const [method, path, init] of asked) {
    const headers = { "x-request-id": "mine", ...("headers" in init && init.headers) };
    const response = await app.send(method, path, { ...init, headers });
    names.push(response.headers.get("x-request-id"));
  }
  expect(names).not.toContain(null);
  expect(names).not.toContain("mine");
  expect(new Set(names).size).toBe(asked.length);
});

test("the log names a refused request by the id in its answer", async () => {
  await using app = await createTestApp();
  const headers = { origin: "https://evil.example" };
  const { headers: answered } = await app.call("GET", "/api/health", { headers });
  const line = app.logLines.find((logged) => logged.includes("Refused a request"));
  expect(line).toContain(`"request_id":"${answered.get("x-request-id")}"`);
});

test("a database that cannot be written is found in the log by the id in the answer", async () => {
  await using app = await createTestApp();
  app.db.run("PRAGMA query_only = ON");
  const body = { title: "Website" };
  const answer = await app.call<ErrorBody>("POST", "/api/workspaces", { body });
  app.db.run("PRAGMA query_only = OFF");
  const name = answer.headers.get("x-request-id")!;
  expect(answer.status).toBe(507);
  expect(answer.body.error.message).toEndWith(`Its log has the details under request ${name}.`);
  const line = app.logLines.find((logged) => logged.includes("cannot be written"));
  expect(line).toContain(`"request_id":"${name}"`);
});

test("a client that continues from the event named in an answer misses nothing", async () => {
  await using app = await createTestApp();
  const { headers } = await app.call("GET", "/api/workspaces");
  const lastEventId = headers.get("x-event-id")!;
  await app.createWorkspace({ title: "In between" });
  const query = `?last_event_id=${lastEventId}`;
  await using stream = readFrames(await app.send("GET", `/api/events${query}`));
  expect(await stream.next()).toMatchObject({ event: "hello", id: lastEventId });
  expect((await stream.next()).data).toMatchObject({ workspace_title: "In between" });
});

test("an answer to a write names the event before it, not its own", async () => {
  await using app = await createTestApp();
  const before = app.bus.lastId();
  const { headers } = await app.call("POST", "/api/workspaces", { body: { title: "New" } });
  expect(headers.get("x-event-id")).toBe(before);
  expect(app.bus.lastId()).not.toBe(before);
});

test("a client that was not let in learns of no event", async () => {
  await using app = await createTestApp({ config: { token: "open-sesame-says-ali" } });
  const { status, headers } = await app.call("GET", "/api/workspaces");
  expect(status).toBe(401);
  expect(headers.has("x-event-id")).toBe(false);
});
