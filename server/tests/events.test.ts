import { expect, test } from "bun:test";
import { connect } from "node:net";
import { createEventStream } from "#http/event-stream.ts";
import { listen } from "#http/http-server.ts";
import { createLogger } from "#lib/logger.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { readFrames } from "#lib/read-frames.ts";

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

async function open(app: TestApp, options: { lastEventId?: string; query?: string } = {}) {
  const headers: Record<string, string> =
    options.lastEventId === undefined ? {} : { "last-event-id": options.lastEventId };
  return readFrames(await app.send("GET", `/api/events${options.query ?? ""}`, { headers }));
}

test("a stream begins with the retry time, a heartbeat, and hello", async () => {
  await using app = await createTestApp();
  const response = await app.send("GET", "/api/events");
  expect(response.headers.get("content-type")).toStartWith("text/event-stream");
  expect(response.headers.get("cache-control")).toContain("no-cache");
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  const text = new TextDecoder().decode(value);
  expect(text).toStartWith("retry: 3000\n:ok\n\n");
  expect(text).toContain(
    `event: hello\ndata: {"version":"0.1.0","boot_id":"${app.bus.bootId}"}\n\n`,
  );
  await reader.cancel();
});

test("every page receives every event, with ids that grow by one", async () => {
  await using app = await createTestApp();
  await using one = await open(app);
  await using two = await open(app);
  const start = app.bus.lastSeq();
  const { id } = await app.createWorkspace({ title: "Website" });
  await app.call("DELETE", `/api/workspaces/${id}`);
  for (const stream of [one, two]) {
    expect((await stream.next()).event).toBe("hello");
    expect(await stream.next()).toEqual({
      id: `${app.bus.bootId}-${start + 1}`,
      event: "workspace.created",
      data: { workspace_id: id, workspace_title: "Website" },
    });
    expect(await stream.next()).toMatchObject({
      id: `${app.bus.bootId}-${start + 2}`,
      event: "workspace.deleted",
    });
  }
});

test.each(["header", "query"])(
  "a returning client gets what it missed, in order (%s)",
  async (way) => {
    await using app = await createTestApp();
    const first = await open(app);
    const { id: lastEventId } = await first.next();
    await first[Symbol.asyncDispose]();
    await app.createWorkspace({ title: "One" });
    await app.createWorkspace({ title: "Two" });

    await using again = await open(
      app,
      way === "header" ? { lastEventId } : { query: `?last_event_id=${lastEventId}` },
    );
    const hello = await again.next();
    expect(hello.event).toBe("hello");
    expect(hello.id).toBe(lastEventId);
    expect((await again.next()).data).toMatchObject({ workspace_title: "One" });
    expect((await again.next()).data).toMatchObject({ workspace_title: "Two" });
    await app.createWorkspace({ title: "Three" });
    expect((await again.next()).data).toMatchObject({ workspace_title: "Three" });
  },
);

test("a client that missed nothing gets nothing twice", async () => {
  await using app = await createTestApp();
  const first = await open(app);
  await first.next();
  await app.createWorkspace({ title: "Seen" });
  const { id: lastEventId } = await first.next();
  await first[Symbol.asyncDispose]();
  await using again = await open(app, { lastEventId });
  await again.next();
  await app.createWorkspace({ title: "New" });
  expect((await again.next()).data).toMatchObject({ workspace_title: "New" });
});

test.each([
  ["a previous process of the server", "AAAAAAAAAA-3"],
  ["the future", "BOOT-999999"],
  ["nowhere", "nonsense"],
  ["an invalid number", "BOOT-1e3"],
  ["below zero", "BOOT--1"],
])("an id from %s gets hello and resync", async (_what, lastEventId) => {
  await using app = await createTestApp();
  await using stream = await open(app, {
    lastEventId: lastEventId.replace("BOOT", app.bus.bootId),
  });
  const current = `${app.bus.bootId}-${app.bus.lastSeq()}`;
  expect(await stream.next()).toMatchObject({ event: "hello", id: current });
  expect(await stream.next()).toEqual({ event: "resync", id: current, data: {} });
});

test("an id that is too old to replay gets resync", async () => {
  await using app = await createTestApp();
  const oldest = `${app.bus.bootId}-0`;
  for (let n = 0; n < 5000; n++) app.bus.publish({ type: "settings.updated" });
  await using stream = await open(app, { lastEventId: oldest });
  await stream.next();
  expect((await stream.next()).event).toBe("resync");
});

test("a page that leaves is forgotten", async () => {
  await using app = await createTestApp();
  const stream = await open(app);
  await stream.next();
  expect(app.events.clientCount()).toBe(1);
  await stream[Symbol.asyncDispose]();
  expect(app.events.clientCount()).toBe(0);
});

test("a client that does not read is dropped, and the others continue", async () => {
  await using app = await createTestApp();
  const stalled = await app.send("GET", "/api/events");
  await using reading = await open(app);
  await reading.next();
  const title = "x".repeat(100_000);
  for (let n = 0; n < 12; n++) {
    app.bus.publish({
      type: "workspace.updated",
      workspace_id: "w",
      workspace_title: title,
    } as never);
    expect((await reading.next()).event).toBe("workspace.updated");
  }
  expect(app.events.clientCount()).toBe(1);
  expect(app.logLines.join("\n")).toContain("reads too slowly");
  await stalled.body!.cancel().catch(() => {});
});

test("a client that stalls on a real connection is cut off before it costs memory", async () => {
  await using app = await createTestApp({ config: { port: 0 } });
  const port = await app.start();
  const greeted = Promise.withResolvers<void>();
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) =>
        void socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`),
      data: (socket) => {
        greeted.resolve();
        socket.pause();
      },
    },
  });
  await greeted.promise;
  expect(app.events.clientCount()).toBe(1);
  const event = {
    type: "workspace.updated",
    workspace_id: "w",
    workspace_title: "x".repeat(100_000),
  } as never;
  // Far more than the kernel and our own bound hold for it together.
  for (let n = 0; n < 2000 && app.events.clientCount() > 0; n++) {
    app.bus.publish(event);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(app.events.clientCount()).toBe(0);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
});

test("one large event drops nobody who has read everything so far", async () => {
  await using app = await createTestApp();
  await using frames = readFrames(await app.send("GET", "/api/events"));
  await frames.next();
  app.bus.publish({
    type: "cli.health_changed",
    clis: [
      {
        cli_type: "claude",
        label: "Claude Code",
        status: "unhealthy",
        version: null,
        path: null,
        error: "x".repeat(2 * 1024 * 1024),
        advice: null,
        install_command: null,
        checked_at: new Date(0).toISOString(),
        answered_at: null,
        withheld_env: [],
      },
    ],
  });
  expect((await frames.next()).event).toBe("cli.health_changed");
  app.bus.publish({ type: "settings.updated" });
  expect((await frames.next()).event).toBe("settings.updated");
  expect(app.events.clientCount()).toBe(1);
});

test("HEAD of the stream answers and leaves no client behind", async () => {
  await using app = await createTestApp();
  expect((await app.send("HEAD", "/api/events")).status).toBe(200);
  expect(app.events.clientCount()).toBe(0);
});

test("an idle stream sends heartbeats", async () => {
  await using app = await createTestApp();
  const beating = createEventStream({
    bus: app.bus,
    transcripts: { onAppend: () => () => {} },
    version: "0.1.0",
    logger: createLogger({ level: "error", format: "text" }),
    heartbeatMs: 1,
  });
  const reader = beating.open({}).body!.getReader();
  await reader.read();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(":\n\n");
  beating.close();
});

/** Bun checks for silent connections every four seconds, and needs to check twice. */
const IDLE_SECONDS = 8;

test("heartbeats keep a stream open for a reader, longer than a silent connection lives", async () => {
  await using app = await createTestApp();
  const events = createEventStream({
    bus: app.bus,
    transcripts: { onAppend: () => () => {} },
    version: "0.1.0",
    logger: createLogger({ level: "error", format: "text" }),
    heartbeatMs: 100,
  });
  const server = listen(() => events.open({}), "127.0.0.1", 0, IDLE_SECONDS);
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  const reader = response.body!.getReader();
  const silent = Promise.withResolvers<void>();
  const socket = connect(server.port, "127.0.0.1").on("close", silent.resolve);
  const stop = silent.promise.then(() => "closed");
  while ((await Promise.race([reader.read(), stop])) !== "closed");
  expect(new TextDecoder().decode((await reader.read()).value)).toContain(":\n\n");
  socket.destroy();
  events.close();
  await server.stop();
});

test("stopping the app ends every stream", async () => {
  const app = await createTestApp();
  const stream = await open(app);
  await stream.next();
  await app[Symbol.asyncDispose]();
  expect(await stream.next().catch((error: Error) => error.message)).toBe("The stream ended");
});
