import { expect, test } from "bun:test";
import type { Chat } from "@malamar/contract/chat.ts";
import type { Task } from "@malamar/contract/task.ts";
import { createEventStream } from "#http/event-stream.ts";
import { createLogger } from "#lib/logger.ts";
import { readFrames } from "#lib/read-frames.ts";
import { createTestApp } from "#testing/create-test-app.ts";

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Two workspaces, one of which has two tasks and a chat. */
async function createPlaces() {
  const app = await createTestApp();
  const { id: here } = await app.createWorkspace({ title: "Here" });
  const { id: there } = await app.createWorkspace({ title: "There" });
  const post = async <Row>(path: string, body: object) =>
    (await app.call<Row>("POST", path, { body })).body;
  const task = await post<Task>(`/api/workspaces/${here}/tasks`, { summary: "This" });
  const other = await post<Task>(`/api/workspaces/${here}/tasks`, { summary: "Other" });
  const chat = await post<Chat>(`/api/workspaces/${here}/chats`, {});
  return {
    app,
    here,
    there,
    task,
    other,
    chat,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function open(app: TestApp, query: string, lastEventId?: string) {
  const headers: Record<string, string> = lastEventId ? { "last-event-id": lastEventId } : {};
  const stream = readFrames(await app.send("GET", `/api/events?${query}`, { headers }));
  expect((await stream.next()).event).toBe("hello");
  return stream;
}

const rename = (app: TestApp, id: string, title: string) =>
  app.call("PUT", `/api/workspaces/${id}`, { body: { title } });
const edit = (app: TestApp, { id }: Task, summary: string) =>
  app.call("PUT", `/api/tasks/${id}`, { body: { summary } });

test("a stream of a workspace has its events, and none of other workspaces or of everyone", async () => {
  await using places = await createPlaces();
  const { app, here, there, task } = places;
  await using stream = await open(app, `workspace_id=${here}`);
  await rename(app, there, "Elsewhere");
  app.bus.publish({ type: "settings.updated" });
  await rename(app, here, "Home");
  await edit(app, task, "Changed");
  expect(await stream.next()).toMatchObject({
    event: "workspace.updated",
    data: { workspace_title: "Home" },
  });
  expect(await stream.next()).toMatchObject({
    event: "task.updated",
    data: { task_summary: "Changed" },
  });
});

test("a stream of a task has the events of that task alone", async () => {
  await using places = await createPlaces();
  const { app, here, task, other } = places;
  await using stream = await open(app, `task_id=${task.id}`);
  await rename(app, here, "Home");
  await edit(app, other, "Not this");
  await edit(app, task, "Changed");
  expect((await stream.next()).data).toMatchObject({ task_summary: "Changed" });
});

test("a stream of a chat has the events of that chat alone", async () => {
  await using places = await createPlaces();
  const { app, task, chat } = places;
  await using stream = await open(app, `chat_id=${chat.id}`);
  await edit(app, task, "Not this");
  await app.call("PUT", `/api/chats/${chat.id}`, { body: { title: "Renamed" } });
  expect(await stream.next()).toMatchObject({
    event: "chat.updated",
    data: { chat_title: "Renamed" },
  });
});

test("the filters must match: a task with another workspace gets no events", async () => {
  await using places = await createPlaces();
  const { app, here, there, task } = places;
  await using both = await open(app, `workspace_id=${here}&task_id=${task.id}`);
  await using never = await open(app, `workspace_id=${there}&task_id=${task.id}`);
  await edit(app, task, "Changed");
  await rename(app, there, "Elsewhere");
  expect((await both.next()).data).toMatchObject({ task_summary: "Changed" });
  const { id } = await app.createWorkspace({ title: "Last" });
  await app.call("DELETE", `/api/workspaces/${id}`);
  app.events.close();
  expect(await never.next().catch((error: Error) => error.message)).toBe("The stream ended");
});

test("a returning client gets what it missed there, with the ids of the one stream", async () => {
  await using places = await createPlaces();
  const { app, there, task } = places;
  const lastEventId = app.bus.lastId();
  const before = app.bus.lastSeq();
  await rename(app, there, "Elsewhere");
  await edit(app, task, "Meanwhile");
  await using stream = await open(app, `task_id=${task.id}`, lastEventId);
  expect(await stream.next()).toMatchObject({
    id: `${app.bus.bootId}-${before + 2}`,
    data: { task_summary: "Meanwhile" },
  });
});

test("a client that returns too late gets resync on a narrowed stream too", async () => {
  await using places = await createPlaces();
  const { app, task } = places;
  await using stream = await open(app, `task_id=${task.id}`, "AAAAAAAAAA-3");
  expect((await stream.next()).event).toBe("resync");
});

test("a narrowed stream sends heartbeats", async () => {
  await using places = await createPlaces();
  const { app, task } = places;
  const beating = createEventStream({
    bus: app.bus,
    transcripts: { onAppend: () => () => {} },
    version: "0.1.0",
    logger: createLogger({ level: "error", format: "text" }),
    heartbeatMs: 1,
  });
  const reader = beating.open({ place: { task_id: task.id } }).body!.getReader();
  await reader.read();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(":\n\n");
  beating.close();
});

test.each(["workspace_id", "task_id", "chat_id"])(
  "a place that does not exist is not found, and no stream is opened: %s",
  async (name) => {
    await using app = await createTestApp();
    for (const method of ["GET", "HEAD"]) {
      const unknown = await app.send(method, `/api/events?${name}=${"0".repeat(21)}`);
      expect(unknown.status).toBe(404);
      const malformed = await app.send(method, `/api/events?${name}=`);
      expect(malformed.status).toBe(400);
    }
    expect(app.events.clientCount()).toBe(0);
  },
);
