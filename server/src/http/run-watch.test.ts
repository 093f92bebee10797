import { expect, test } from "bun:test";
import type { RunId } from "@malamar/contract/ids.ts";
import { StreamEvent } from "@malamar/contract/event.ts";
import { Hono } from "hono";
import { createEventBus } from "#events/event-bus.ts";
import { newId } from "#lib/id.ts";
import { readFrames, type Frame } from "#lib/read-frames.ts";
import { FINISHED, testTranscripts, texts } from "#testing/test-transcripts.ts";
import { AnsweringRouter } from "./answering-router.ts";
import type { RequestEnv } from "./api.ts";
import { errorResponse } from "./error-response.ts";
import { eventRoutes } from "./event-routes.ts";
import { createEventStream } from "./event-stream.ts";
import { ONE_USER } from "./principal.ts";

function testStream() {
  const t = testTranscripts();
  const bus = createEventBus({ logger: t.logger });
  let listening = 0;
  const transcripts = {
    onAppend(runId: RunId, listener: (lines: readonly string[]) => void) {
      const stop = t.transcripts.onAppend(runId, listener);
      listening++;
      return () => {
        listening--;
        stop();
      };
    },
  };
  const events = createEventStream({ bus, transcripts, version: "0.1.0", logger: t.logger });
  const router = new AnsweringRouter<never>(() => {});
  const api = new Hono<RequestEnv>({ router }).route(
    "/",
    eventRoutes({ events, requireStreamPlace: () => {}, requirePlace: () => {} }),
  );
  api.onError((error, c) => errorResponse(error, t.logger, c.env.requestId));
  const asker = { principal: ONE_USER, sessionId: null, requestId: "request-1" };
  const env = { ...asker, address: () => "", limitIdle: () => {} };
  return {
    ...t,
    bus,
    events,
    /** How many runs have a listener. */
    listening: () => listening,
    get: async (query: string) => api.request(`/api/events${query}`, {}, env),
    [Symbol.dispose]() {
      events.close();
      t[Symbol.dispose]();
    },
  };
}

async function openFrames(t: ReturnType<typeof testStream>, query: string) {
  const stream = readFrames(await t.get(query));
  expect((await stream.next()).event).toBe("hello");
  return stream;
}

const written = (frame: Frame) =>
  StreamEvent.parse({ type: frame.event, ...(frame.data as object) });

test("a stream sends what is written to the runs it watches, from now on, without an id", async () => {
  using t = testStream();
  const [one, two, other] = [newId<RunId>(), newId<RunId>(), newId<RunId>()];
  const writers = [one, two, other].map((id) => t.transcripts.open(id));
  for (const writer of writers) writer.append(texts(1, "before"));
  const response = await t.get(`?runs=${one},${two}`);
  for (const writer of writers) writer.append([...texts(1, "after"), FINISHED]);
  t.bus.publish({ type: "settings.updated" });
  t.events.close();
  const text = await response.text();
  const frames = text.split("\n\n").slice(2, -1);
  const at = (ms: number) => `2026-01-01T00:00:00.00${ms}Z`;
  expect(frames.slice(0, 1)).toEqual([
    `event: run.transcript\ndata: {"run_id":"${one}","event":{"seq":2,"at":"${at(3)}","type":"text","text":"after 0"}}`,
  ]);
  expect(frames.map((frame) => /^event: (\S+)\n/m.exec(frame)![1])).toEqual([
    "run.transcript",
    "run.transcript",
    "run.transcript",
    "run.transcript",
    "settings.updated",
  ]);
  expect(frames.filter((frame) => frame.includes("id: "))).toHaveLength(1);
  expect(text).not.toContain(other);
  for (const writer of writers) writer.close();
});

test("every frame of a transcript is an event of the contract", async () => {
  using t = testStream();
  await using stream = await openFrames(t, `?runs=${t.runId}`);
  const writer = t.transcripts.open(t.runId);
  writer.append([...texts(2, "日本"), FINISHED]);
  writer.close();
  for (const seq of [1, 2, 3]) {
    expect(written(await stream.next())).toMatchObject({ run_id: t.runId, event: { seq } });
  }
});

test("all watchers of a run get its events, and one that leaves does not", async () => {
  using t = testStream();
  const one = await openFrames(t, `?runs=${t.runId}`);
  await using two = await openFrames(t, `?runs=${t.runId},${newId<RunId>()}`);
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  expect((await one.next()).event).toBe("run.transcript");
  await one[Symbol.asyncDispose]();
  writer.append(texts(1));
  expect(written(await two.next())).toMatchObject({ event: { seq: 1 } });
  expect(written(await two.next())).toMatchObject({ event: { seq: 2 } });
  expect(t.events.clientCount()).toBe(1);
  writer.close();
});

test("nobody listens to a run that nobody watches", async () => {
  using t = testStream();
  const plain = await openFrames(t, "");
  expect(t.listening()).toBe(0);
  const one = await openFrames(t, `?runs=${t.runId},${newId<RunId>()}`);
  const two = await openFrames(t, `?runs=${t.runId}`);
  expect(t.listening()).toBe(2);
  await one[Symbol.asyncDispose]();
  expect(t.listening()).toBe(1);
  await two[Symbol.asyncDispose]();
  expect(t.listening()).toBe(0);
  await plain[Symbol.asyncDispose]();
});

test("closing stops listening", async () => {
  using t = testStream();
  await openFrames(t, `?runs=${t.runId}`);
  t.events.close();
  expect(t.listening()).toBe(0);
  expect(t.events.clientCount()).toBe(0);
});

test("fifty runs may be watched, each counted once, and no more", async () => {
  using t = testStream();
  const ids = Array.from({ length: 51 }, () => newId<RunId>());
  const tooMany = await t.get(`?runs=${ids.join(",")}`);
  expect(tooMany.status).toBe(400);
  expect(await tooMany.json()).toEqual({
    error: { code: "VALIDATION_ERROR", message: "runs: must be at most 50 runs" },
  });
  expect(t.events.clientCount()).toBe(0);
  const most = await t.get(`?runs=${[...ids.slice(1), ...ids.slice(1)].join(",")}`);
  expect(most.status).toBe(200);
  expect(t.listening()).toBe(50);
});

test.each(["?runs=", "?runs=,,", "?runs=nonsense,..%2F..%2Fetc"])(
  "invalid run ids are ignored: %s",
  async (query) => {
    using t = testStream();
    expect((await t.get(query)).status).toBe(200);
    expect(t.events.clientCount()).toBe(1);
    expect(t.listening()).toBe(0);
  },
);

test("a client that lags misses parts of the transcript, but no event, and is not dropped", async () => {
  using t = testStream();
  const response = await t.get(`?runs=${t.runId}`);
  const writer = t.transcripts.open(t.runId);
  const events = texts(10, "x".repeat(60_000));
  for (let batch = 0; batch < 170; batch++) writer.append(events);
  expect(writer.size()).toBeGreaterThan(100_000_000);
  t.bus.publish({ type: "settings.updated" });
  expect(t.events.clientCount()).toBe(1);
  t.events.close();
  const text = await response.text();
  expect(text.length).toBeLessThan(600_000);
  expect(text.match(/"seq":\d+/g)!.length).toBeWithin(3, 10);
  expect(text.trimEnd()).toEndWith("event: settings.updated\ndata: {}");
  writer.close();
});

test("a client that lagged gets events of the run again once it reads", async () => {
  using t = testStream();
  await using stream = await openFrames(t, `?runs=${t.runId}`);
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(100, "x".repeat(60_000)));
  t.bus.publish({ type: "settings.updated" });
  let frame = await stream.next();
  while (frame.event === "run.transcript") frame = await stream.next();
  writer.append(texts(1));
  expect(written(await stream.next())).toMatchObject({ event: { seq: 101 } });
  writer.close();
});

test("a client that reads gets all of a flood", async () => {
  using t = testStream();
  await using stream = await openFrames(t, `?runs=${t.runId}`);
  const writer = t.transcripts.open(t.runId);
  for (let seq = 1; seq <= 3000; seq += 100) {
    writer.append(texts(100, "x".repeat(1000)));
    for (let n = 0; n < 100; n++) {
      expect(written(await stream.next())).toMatchObject({ event: { seq: seq + n } });
    }
  }
  writer.close();
});
