import { expect, test } from "bun:test";
import { createRunStreams } from "#http/run-stream.ts";
import { readFrames } from "#lib/read-frames.ts";
import { FINISHED, texts } from "#testing/test-transcripts.ts";
import { testRun, seqs, range } from "#testing/test-run-stream.ts";

test("a client that leaves frees everything", async () => {
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

test("an unreadable transcript ends the stream and is logged", async () => {
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
