import { expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { createRunStreams } from "#http/run-stream.ts";
import { readFrames } from "#testing/read-frames.ts";
import { FINISHED, testTranscripts, texts } from "#testing/test-transcripts.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";

/** One run, its transcript, and the door to it. */
function testRun(options: { heartbeatMs?: number } = {}) {
  const t = testTranscripts();
  const run = { isRunning: true };
  let bytesRead = 0;
  const counting: Transcripts = {
    ...t.transcripts,
    follow(runId, after) {
      const cursor = t.transcripts.follow(runId, after);
      const count = (lines: Awaited<ReturnType<typeof cursor.next>>) => {
        for (const { json } of lines) bytesRead += json.length;
        return lines;
      };
      return { next: async () => count(await cursor.next()) };
    },
  };
  const streams = createRunStreams({ transcripts: counting, logger: t.logger, ...options });
  return {
    ...t,
    run,
    streams,
    bytesRead: () => bytesRead,
    open: (lastEventId?: string) =>
      streams.open({ runId: t.runId, isRunning: () => run.isRunning, lastEventId }),
    [Symbol.dispose]() {
      streams.close();
      t[Symbol.dispose]();
    },
  };
}

async function seqs(response: Response): Promise<number[]> {
  const stream = readFrames(response);
  const seen: number[] = [];
  for (;;) {
    const frame = await stream.next().catch(() => null);
    if (!frame) return seen;
    seen.push(Number(frame.id));
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("a stream begins with the retry time and a sign of life, then tells every event", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append([{ type: "text", text: "two\nlines" }, FINISHED]);
  writer.close();
  t.run.isRunning = false;
  const response = await t.open();
  expect(response.headers.get("content-type")).toStartWith("text/event-stream");
  expect(response.headers.get("cache-control")).toContain("no-cache");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  const at = "2026-01-01T00:00:00.000Z";
  expect(await response.text()).toBe(
    "retry: 3000\n:ok\n\n" +
      `id: 1\nevent: text\ndata: {"seq":1,"at":"${at}","type":"text","text":"two\\nlines"}\n\n` +
      `id: 2\nevent: finished\ndata: {"seq":2,"at":"${at}","type":"finished","status":"succeeded",` +
      `"failure_kind":null,"message":null,"exit_code":0}\n\n`,
  );
});

test("a stream follows a run while it writes, and ends with it", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  const stream = readFrames(await t.open());
  for (let n = 1; n <= 50; n++) {
    writer.append(texts(1));
    expect((await stream.next()).id).toBe(String(n));
  }
  writer.append([...texts(2), FINISHED]);
  expect((await stream.next()).id).toBe("51");
  expect((await stream.next()).id).toBe("52");
  expect((await stream.next()).event).toBe("finished");
  // The run still calls itself running: its last event was the end all the same.
  expect(await stream.next().catch((error: Error) => error.message)).toBe("The stream ended");
  expect(t.streams.streamCount()).toBe(0);
  writer.close();
});

test("one that joins late gets everything, once and in order, while more is written", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(3000));
  const reading = seqs(await t.open());
  for (let batch = 0; batch < 100; batch++) {
    writer.append(texts(70));
    await new Promise((resolve) => setImmediate(resolve));
  }
  writer.append([FINISHED]);
  writer.close();
  expect(await reading).toEqual(range(1, 10_001));
});

test.each([
  ["3", 4],
  ["0", 1],
  ["nonsense", 1],
  ["-1", 1],
  ["1e1", 1],
  ["", 1],
])("after Last-Event-ID %j it goes on with %d", async (lastEventId, first) => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append([...texts(9), FINISHED]);
  writer.close();
  t.run.isRunning = false;
  expect(await seqs(await t.open(lastEventId))).toEqual(range(first, 10));
});

test("a client that has seen all of a run that is over is sent away for good", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append([...texts(2), FINISHED]);
  writer.close();
  t.run.isRunning = false;
  expect((await t.open("3")).status).toBe(204);
  expect((await t.open("99")).status).toBe(204);
  expect((await t.open("2")).status).toBe(200);
});

test("a run that is over and wrote nothing sends its client away", async () => {
  using t = testRun();
  t.run.isRunning = false;
  expect((await t.open()).status).toBe(204);
});

test("a run that says it is over is followed until its writer closes", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(2));
  t.run.isRunning = false;
  const stream = readFrames(await t.open("1"));
  expect((await stream.next()).id).toBe("2");
  const third = stream.next();
  writer.append(texts(1));
  expect((await third).id).toBe("3");
  const end = stream.next().catch((error: Error) => error.message);
  writer.close();
  expect(await end).toBe("The stream ended");
  expect((await t.open("3")).status).toBe(204);
});

test("what is written in the moment in which the end was reached is not missed", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  const streams = createRunStreams({
    transcripts: {
      ...t.transcripts,
      follow(runId, after) {
        const cursor = t.transcripts.follow(runId, after);
        return {
          async next() {
            const lines = await cursor.next();
            if (writer.lastSeq() === 0) writer.append(texts(1));
            return lines;
          },
        };
      },
    },
    logger: t.logger,
  });
  const stream = readFrames(
    await streams.open({ runId: t.runId, isRunning: () => true, lastEventId: undefined }),
  );
  expect((await stream.next()).id).toBe("1");
  streams.close();
  writer.close();
});

test("a run that is over with nobody writing ends its streams with the next beat", async () => {
  using t = testRun({ heartbeatMs: 1 });
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  writer.close();
  const stream = readFrames(await t.open());
  await stream.next();
  t.run.isRunning = false;
  expect(await stream.next().catch((error: Error) => error.message)).toBe("The stream ended");
});

test("a stream with nothing to tell beats", async () => {
  using t = testRun({ heartbeatMs: 1 });
  const reader = (await t.open()).body!.getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await read()).toBe("retry: 3000\n:ok\n\n");
  expect(await read()).toBe(":\n\n");
  expect(await read()).toBe(":\n\n");
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  let text = await read();
  while (text === ":\n\n") text = await read();
  expect(text).toStartWith("id: 1\n");
  writer.close();
});

test("a client that goes away frees everything", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  const waiting = readFrames(await t.open());
  const reading = readFrames(await t.open());
  writer.append(texts(1));
  await reading.next();
  expect(t.streams.streamCount()).toBe(2);
  await waiting[Symbol.asyncDispose]();
  await reading[Symbol.asyncDispose]();
  expect(t.streams.streamCount()).toBe(0);
  writer.append(texts(1));
  writer.close();
  expect(t.logLines).toEqual([]);
});

test("closing ends every stream, those that wait and those that stall", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(5000));
  const waiting = readFrames(await t.open("5000"));
  const asked = waiting.next().catch((error: Error) => error.message);
  const stalled = await t.open();
  t.streams.close();
  expect(await asked).toBe("The stream ended");
  expect(await stalled.text()).toBe("retry: 3000\n:ok\n\n");
  expect(t.streams.streamCount()).toBe(0);
  writer.close();
});

test("a transcript that cannot be read ends the stream and is told to the log", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  const streams = createRunStreams({
    transcripts: {
      ...t.transcripts,
      follow: () => ({ next: () => Promise.reject(new Error("EIO")) }),
    },
    logger: t.logger,
  });
  const response = await streams.open({
    runId: t.runId,
    isRunning: () => true,
    lastEventId: undefined,
  });
  expect(await response.text()).toBe("retry: 3000\n:ok\n\n");
  expect(t.logLines.join("\n")).toContain("A transcript cannot be read");
  streams.close();
  writer.close();
});

const MIB = 1024 * 1024;

test("a client that does not read costs nothing while 100 MB are written, and loses nothing", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  const response = await t.open();
  const events = texts(10, "x".repeat(60_000));
  for (let batch = 0; batch < 170; batch++) {
    writer.append(events);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(writer.size()).toBeGreaterThan(100_000_000);
  expect(t.bytesRead()).toBe(0);
  writer.append([FINISHED]);
  expect(await seqs(response)).toEqual(range(1, 1702));
  writer.close();
});

test("a client that stalls on a real connection costs what the kernel holds and a chunk", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: () => t.open(),
  });
  let received = 0;
  let tail = "";
  const greeted = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port!,
    socket: {
      open: (open) => void open.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
      data: (open, bytes) => {
        if (received === 0) {
          open.pause();
          greeted.resolve();
        }
        received += bytes.length;
        tail = (tail + bytes.toString("latin1")).slice(-1000);
        if (tail.includes("event: finished")) over.resolve();
      },
    },
  });
  await greeted.promise;
  const events = texts(10, "x".repeat(60_000));
  for (let batch = 0; batch < 170; batch++) {
    writer.append(events);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(writer.size()).toBeGreaterThan(100_000_000);
  // Buffers of a connection to the same machine: some MiB on each side.
  expect(t.bytesRead()).toBeLessThan(16 * MIB);
  expect(t.streams.streamCount()).toBe(1);
  writer.append([FINISHED]);
  socket.resume();
  await over.promise;
  expect(received).toBeGreaterThan(writer.size());
  socket.end();
  writer.close();
  await server.stop(true);
});

test("a client that hangs up on a real connection is forgotten", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  const gone = Promise.withResolvers<void>();
  const streams = createRunStreams({
    transcripts: {
      ...t.transcripts,
      onAppend(runId, listener) {
        const stop = t.transcripts.onAppend(runId, listener);
        return () => {
          stop();
          gone.resolve();
        };
      },
    },
    logger: t.logger,
  });
  const open = () =>
    streams.open({ runId: t.runId, isRunning: () => true, lastEventId: undefined });
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 0, fetch: open });
  const leaving = new AbortController();
  const response = await fetch(server.url, { signal: leaving.signal });
  await readFrames(response).next();
  leaving.abort();
  await gone.promise;
  expect(streams.streamCount()).toBe(0);
  streams.close();
  writer.close();
  await server.stop(true);
});

test("a torn end of a run that crashed is not sent, and what recovery adds is", async () => {
  using t = testRun();
  const crashed = t.transcripts.open(t.runId);
  crashed.append(texts(2));
  crashed.close();
  appendFileSync(t.path, `{"seq":3,"at":"2026-01-01T00:00:00.000Z","type":"tool_call","input":{}`);
  const reading = seqs(await t.open());
  const recovery = t.transcripts.open(t.runId);
  recovery.append([FINISHED]);
  recovery.close();
  expect(await reading).toEqual([1, 2, 3]);
});
