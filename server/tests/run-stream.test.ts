import { expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { createRunStreams } from "#http/run-stream.ts";
import { readFrames } from "#lib/read-frames.ts";
import { FINISHED, texts } from "#testing/test-transcripts.ts";
import { TEST_PORT } from "#testing/create-test-app.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { skip } from "#testing/scripted-team.ts";
import { taskIn } from "#testing/tasks-in-status.ts";
import { testRun, seqs, range } from "#testing/test-run-stream.ts";

test("a stream begins with the retry time and a heartbeat, then sends every event", async () => {
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
  // The run's row still says running, but its last event was the end.
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
])("after Last-Event-ID %j it continues with %d", async (lastEventId, first) => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append([...texts(9), FINISHED]);
  writer.close();
  t.run.isRunning = false;
  expect(await seqs(await t.open(lastEventId))).toEqual(range(first, 10));
});

test("a client that has seen all of a finished run is sent away for good", async () => {
  using t = testRun();
  const writer = t.transcripts.open(t.runId);
  writer.append([...texts(2), FINISHED]);
  writer.close();
  t.run.isRunning = false;
  expect((await t.open("3")).status).toBe(204);
  expect((await t.open("99")).status).toBe(204);
  expect((await t.open("2")).status).toBe(200);
});

test("a finished run without output sends its client away", async () => {
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

test("what is written in the moment the end is reached is not missed", async () => {
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

test("a finished run without a writer ends its streams with the next heartbeat", async () => {
  using t = testRun({ heartbeatMs: 1 });
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  writer.close();
  const stream = readFrames(await t.open());
  await stream.next();
  t.run.isRunning = false;
  expect(await stream.next().catch((error: Error) => error.message)).toBe("The stream ended");
});

test("an idle stream sends heartbeats", async () => {
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

test("the torn end of a crashed run is not sent, and what recovery adds is", async () => {
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

test("a run's stream has no idle limit, and continues from where the browser says it is", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await taskIn(app, "in_review");
  const [run] = await app.runs(task.id);
  const limits: number[] = [];
  const open = (headers: Record<string, string>) =>
    app.handle(
      new Request(`http://localhost/api/runs/${run!.id}/stream?last_event_id=1`, {
        headers: { host: `localhost:${TEST_PORT}`, ...headers },
      }),
      { address: () => "", peer: () => null, limitIdle: (seconds) => limits.push(seconds) },
    );
  const fromAddress = await open({});
  expect(fromAddress.status).toBe(200);
  expect(await fromAddress.text()).toContain("event: finished");
  expect((await open({ "last-event-id": "2" })).status).toBe(204);
  expect(limits).toEqual([0, 0]);
});
