import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { createTestApp, TEST_PORT } from "#testing/create-test-app.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { taskIn } from "#testing/tasks-in-status.ts";

/** The app behind a real socket. */
async function listening() {
  const app = await createTestApp({ config: { port: 0 } });
  const port = await app.start();
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: app[Symbol.asyncDispose],
  };
}

const JSON_TYPE = { "content-type": "application/json" };

test.each([
  ["nothing", "", "The body is empty; send JSON."],
  ["white space", "  \n", "The body is empty; send JSON."],
  ["half an object", '{"title":', /^The body is not valid JSON: /],
  ["a trailing comma", '{"title":"x",}', /^The body is not valid JSON: /],
  ["two values", "{}{}", /^The body is not valid JSON: /],
  ["a deep nest", "[".repeat(1_000_000), /./],
  ["a deep object", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, /./],
])("%s instead of JSON is a 400", async (_what, text, message) => {
  await using app = await createTestApp();
  const { status, body } = await app.call<ErrorBody>("POST", "/api/workspaces", {
    text,
    headers: JSON_TYPE,
  });
  expect(status).toBe(400);
  expect(body.error.code).toBe("VALIDATION_ERROR");
  expect(body.error.message).toMatch(message);
});

test.each([
  ["emoji and right-to-left", "👩‍👩‍👧 \u202eevil"],
  ["markup", "<script>alert(1)</script>"],
  ["SQL", "'; DROP TABLE workspaces; --"],
  ["a megabyte", "x".repeat(1_000_000)],
])("a title with %s is stored, found and returned", async (_what, title) => {
  await using app = await createTestApp();
  const created = await app.createWorkspace({ title });
  expect(created.title).toBe(title);
  const read = await app.call<{ title: string }>("GET", `/api/workspaces/${created.id}`);
  expect(read.body.title).toBe(title);
  const q = encodeURIComponent(title.slice(0, 50));
  const found = await app.call<unknown[]>("GET", `/api/workspaces?q=${q}`);
  expect(found.body).toHaveLength(1);
});

test.each([
  ["NUL", "a\0b", "a b"],
  ["a line break", "a\r\n b", "a  b"],
  ["half a character", "a\ud800b", "a\ufffdb"],
])(
  "a title with %s is made storable, and is the same in every answer",
  async (_what, title, kept) => {
    await using app = await createTestApp();
    const created = await app.createWorkspace({ title });
    expect(created.title).toBe(kept);
    expect(app.published.at(-1)).toMatchObject({ workspace_title: kept });
    const read = await app.call<{ title: string }>("GET", `/api/workspaces/${created.id}`);
    expect(read.body.title).toBe(kept);
  },
);

test("thousands of invalid fields are answered with the first ones", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  const { status, body } = await app.call<ErrorBody>(
    "PUT",
    `/api/workspaces/${id}/agents/reorder`,
    {
      body: { agent_ids: Array.from({ length: 50_000 }, (_, n) => `wrong-${n}`) },
    },
  );
  expect(status).toBe(400);
  expect(body.error.message).toStartWith("agent_ids.0: must be an id of 21 characters; ");
  expect(body.error.message).toEndWith("; and 49980 more");
});

test("an error that quotes the request is no longer than a page", async () => {
  await using app = await createTestApp();
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key_${n}`, 1]));
  const file = { format: "malamar-workspace", version: 1, ...keys };
  const answers = [
    await app.call<ErrorBody>("POST", "/api/import", { body: file }),
    await app.call<ErrorBody>("PUT", "/api/settings", {
      body: { cli_settings: { claude: { env_vars: { ["-".repeat(100_000)]: "x" } } } },
    }),
    await app.call<ErrorBody>("GET", `/api/${"x".repeat(10_000)}`),
  ];
  for (const { status, body } of answers) {
    expect(status).toBeOneOf([400, 404]);
    expect(body.error.message.length).toBeWithin(1000, 4002);
  }
});

test("an endless list of strange ids is refused quickly", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  const agent_ids = Array.from({ length: 300_000 }, (_, n) => String(n).padStart(21, "0"));
  const { status, body } = await app.call<ErrorBody>(
    "PUT",
    `/api/workspaces/${id}/agents/reorder`,
    {
      body: { agent_ids },
    },
  );
  expect(status).toBe(400);
  expect(body.error.message).toEndWith("is not an agent of this workspace");
});

test("keys that mean something to JavaScript are just keys", async () => {
  await using app = await createTestApp();
  const text =
    '{"title":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  expect((await app.call("POST", "/api/workspaces", { text })).status).toBe(201);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("a body over 16 MiB is a 413, whether its length is declared or not", async () => {
  await using server = await listening();
  const large = `{"title":"${"x".repeat(16 * 1024 * 1024)}"}`;
  const declared = await fetch(`${server.url}/api/workspaces`, {
    method: "POST",
    headers: JSON_TYPE,
    body: large,
  });
  expect(declared.status).toBe(413);
  expect(((await declared.json()) as ErrorBody).error.code).toBe("PAYLOAD_TOO_LARGE");

  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      const bytes = new TextEncoder().encode(large);
      for (let at = 0; at < bytes.length; at += 65536)
        controller.enqueue(bytes.slice(at, at + 65536));
      controller.close();
    },
  });
  const streamed = await fetch(`${server.url}/api/workspaces`, {
    method: "POST",
    headers: JSON_TYPE,
    body: chunks,
  });
  expect(streamed.status).toBe(413);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});

test("a body of just under 16 MiB is accepted", async () => {
  await using server = await listening();
  const response = await fetch(`${server.url}/api/workspaces`, {
    method: "POST",
    headers: JSON_TYPE,
    body: JSON.stringify({ title: "x", description: "x".repeat(16 * 1024 * 1024 - 100) }),
  });
  expect(response.status).toBe(201);
});

test.each([
  "GET /api/workspaces/%ff HTTP/1.1\r\nHost: localhost:PORT",
  "GET /api/workspaces/%zz HTTP/1.1\r\nHost: localhost:PORT",
  "GET /api/../api/workspaces HTTP/1.1\r\nHost: localhost:PORT",
  "GET //api//workspaces HTTP/1.1\r\nHost: localhost:PORT",
  "GET /%61pi/workspaces HTTP/1.1\r\nHost: localhost:PORT",
  "GET /api/workspaces?limit=1&limit=2&q=%ff%00 HTTP/1.1\r\nHost: localhost:PORT",
  "GET http://evil.com/api/workspaces HTTP/1.1\r\nHost: localhost:PORT",
  "GET /api/events HTTP/1.1\r\nHost: evil.com",
  "GET /api/workspaces HTTP/1.1\r\nHost: localhost:PORT\r\nHost: evil.com",
  "GET /api/workspaces HTTP/1.0",
  "BREW /api/workspaces HTTP/1.1\r\nHost: localhost:PORT",
  "POST /api/workspaces HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Type: application/json\r\nContent-Length: -5",
  "POST /api/workspaces HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Type: application/json\r\nContent-Length: 5, 6",
  "POST /api/workspaces HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz",
  "nonsense",
])("a strange request neither ends the server nor gets a 500: %j", async (head) => {
  await using server = await listening();
  const answer = await rawRequest(server.port, head.replaceAll("PORT", String(server.port)));
  expect(answer).not.toMatch(/^HTTP\/1\.\d 500/);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(server.app.logLines.filter((line) => line.includes("[ERROR]"))).toEqual([]);
});

test.each(["x@localhost:PORT", "local host:PORT", "localhost:PORT#", "a/b", ""])(
  "an invalid Host is refused like any foreign one: %j",
  async (host) => {
    await using server = await listening();
    const named = host.replaceAll("PORT", String(server.port));
    const answer = await rawRequest(server.port, `GET /api/health HTTP/1.1\r\nHost: ${named}`);
    const [head, body] = answer.split("\r\n\r\n");
    expect(head).toStartWith("HTTP/1.1 403 ");
    expect((JSON.parse(body!) as ErrorBody).error.code).toBe("FORBIDDEN");
  },
);

/** The first bytes that come back, or "" when the server just hangs up. */
function rawRequest(port: number, head: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  void Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write(`${head}\r\nConnection: close\r\n\r\n`),
      data: (socket, data) => {
        resolve(data.toString());
        socket.end();
      },
      close: () => resolve(""),
    },
  });
  return promise;
}

test("an unknown API path is a JSON 404 for every method", async () => {
  await using app = await createTestApp();
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    for (const path of ["/api", "/api/", "/api/nope", "/api/workspaces/x/nope"]) {
      const { status, body } = await app.call<ErrorBody>(method, path);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(body.error.code).toBe("NOT_FOUND");
    }
  }
});

test("a bug in the server is a 500 that reveals nothing, and a log line that has everything", async () => {
  await using app = await createTestApp();
  app.db.run("ALTER TABLE agents RENAME TO hidden");
  app.db.run("ALTER TABLE hidden RENAME TO agents_gone");
  app.db.run("DROP TABLE agents_gone");
  const path = `/api/agents/${"0".repeat(21)}`;
  const { status, headers, body } = await app.call<ErrorBody>("GET", path);
  const requestId = headers.get("x-request-id")!;
  expect(status).toBe(500);
  expect(body.error).toEqual({
    code: "INTERNAL_ERROR",
    message: `Something went wrong in Malamar. Its log has the details under request ${requestId}.`,
  });
  const line = app.logLines.find((logged) => logged.includes("no such table"));
  expect(line).toContain(`"request_id":"${requestId}"`);
});

test("a letter split between two parts of a body is read as one", async () => {
  await using app = await createLoopApp();
  const task = await taskIn(app, "done");
  const bytes = new TextEncoder().encode(JSON.stringify({ content: "Größe" }));
  const cut = bytes.findIndex((byte) => byte > 127) + 1;
  const request = new Request(`http://localhost/api/tasks/${task.id}/comments`, {
    method: "POST",
    headers: { host: `localhost:${TEST_PORT}`, "content-type": "application/json" },
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    }),
  });
  const answer = await app.handle(request, {
    address: () => "",
    peer: () => null,
    limitIdle: () => {},
  });
  expect(answer.status).toBe(201);
  expect(await app.said(task.id)).toEqual(["User: Größe"]);
});
