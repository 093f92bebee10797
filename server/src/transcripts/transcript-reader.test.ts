import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, truncateSync } from "node:fs";
import { eventsOf, FINISHED, seqsOf, testTranscripts, texts } from "#testing/test-transcripts.ts";
import { transcriptLine } from "./transcript-line.ts";
import { readLast, readPage, withFile, type ByteSource } from "./transcript-reader.ts";

type TestTranscripts = ReturnType<typeof testTranscripts>;

function write(t: TestTranscripts, events: Parameters<typeof texts>[0] | ReturnType<typeof texts>) {
  const writer = t.transcripts.open(t.runId);
  writer.append(typeof events === "number" ? texts(events) : events);
  writer.close();
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, n) => from + n);

function counted(source: ByteSource, count: (bytes: number) => void): ByteSource {
  return {
    size: source.size,
    async read(offset, length) {
      const read = await source.read(offset, length);
      count(read.length);
      return read;
    },
  };
}

test("no file is an empty transcript", async () => {
  using t = testTranscripts();
  expect(await t.transcripts.read(t.runId, { after: 0, limit: 10 })).toEqual([]);
  expect(await t.transcripts.follow(t.runId, 0).next()).toEqual([]);
});

test("an empty file is an empty transcript", async () => {
  using t = testTranscripts();
  t.transcripts.open(t.runId).close();
  expect(await t.transcripts.read(t.runId, { after: 3, limit: 10 })).toEqual([]);
});

test("a page begins after any place and has at most as many events as requested", async () => {
  using t = testTranscripts();
  write(t, 25);
  for (let after = 0; after <= 27; after++) {
    for (const limit of [1, 2, 24, 25, 26, 1000]) {
      const page = await t.transcripts.read(t.runId, { after, limit });
      expect(seqsOf(page)).toEqual(range(after + 1, Math.min(after + limit, 25)));
    }
  }
});

test("pages join to the whole, wherever lines meet the borders of chunks", async () => {
  using t = testTranscripts();
  // Lines of 1 byte to 70 KiB: they begin, end and span every kind of place.
  const lengths = range(1, 400).map((n) => (n % 37 === 0 ? 60_000 + n * 11 : (n * 7919) % 3000));
  write(
    t,
    lengths.map((length) => ({ type: "text", text: "ä".repeat(length / 2) })),
  );
  for (const after of range(0, 400)) {
    const page = await t.transcripts.read(t.runId, { after, limit: 3 });
    expect(seqsOf(page)).toEqual(range(after + 1, Math.min(after + 3, 400)));
  }
});

test("any place among 200,000 events is found with a few small reads", async () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  for (let batch = 0; batch < 200; batch++)
    writer.append(texts(1000, "a line of usual length ".repeat(8)));
  writer.close();
  for (const after of [1, 99_999, 123_456, 199_990, 199_999, 200_000, 500_000]) {
    let reads = 0;
    let bytes = 0;
    const page = await withFile(t.path, undefined, [], (source) =>
      readPage(
        counted(source, (length) => {
          reads++;
          bytes += length;
        }),
        { after, limit: 10 },
      ),
    );
    expect(page.map(({ seq }) => seq)).toEqual(range(after + 1, Math.min(after + 10, 200_000)));
    // Halving 50 MB to 64 KiB takes ten steps; then a chunk or two and the end.
    expect(reads).toBeLessThanOrEqual(14);
    expect(bytes).toBeLessThan(300_000);
  }
});

test("the last events are those at the end, oldest first, and all where there are fewer", async () => {
  using t = testTranscripts();
  expect(await t.transcripts.readLast(t.runId, 10)).toEqual([]);
  write(t, 25);
  for (const count of [1, 2, 24, 25, 26, 1000]) {
    const page = await t.transcripts.readLast(t.runId, count);
    expect(seqsOf(page)).toEqual(range(Math.max(1, 26 - count), 25));
  }
});

test("the last events are complete, wherever lines meet the borders of chunks", async () => {
  using t = testTranscripts();
  const lengths = range(1, 400).map((n) => (n % 37 === 0 ? 60_000 + n * 11 : (n * 7919) % 3000));
  write(
    t,
    lengths.map((length) => ({ type: "text", text: "ä".repeat(length / 2) })),
  );
  for (const count of range(1, 400)) {
    expect(seqsOf(await t.transcripts.readLast(t.runId, count))).toEqual(range(401 - count, 400));
  }
});

test("the last events cost the same however long the file is", async () => {
  const bytesFor = async (batches: number) => {
    using t = testTranscripts();
    const writer = t.transcripts.open(t.runId);
    for (let batch = 0; batch < batches; batch++)
      writer.append(texts(1000, "a line of usual length ".repeat(8)));
    writer.close();
    let bytes = 0;
    const page = await withFile(t.path, undefined, [], (source) =>
      readLast(
        counted(source, (length) => (bytes += length)),
        200,
      ),
    );
    expect(page.map(({ seq }) => seq)).toEqual(range(batches * 1000 - 199, batches * 1000));
    return bytes;
  };
  expect(await bytesFor(2)).toBe(64 * 1024);
  expect(await bytesFor(100)).toBe(64 * 1024);
});

test("of long events at the end there are fewer than requested, and the last one is among them", async () => {
  using t = testTranscripts();
  write(
    t,
    range(1, 200).map(() => ({ type: "text", text: "x".repeat(64 * 1024) })),
  );
  const page = await t.transcripts.readLast(t.runId, 1000);
  expect(page.join("").length).toBeLessThan(4.5 * 1024 * 1024);
  expect(seqsOf(page)).toEqual(range(201 - page.length, 200));
  expect(page.length).toBeGreaterThan(50);
});

test("a torn end and unreadable lines are not among the last events", async () => {
  using t = testTranscripts();
  write(t, 3);
  appendFileSync(t.path, `${"\0".repeat(9 * 1024 * 1024)}\n`);
  appendFileSync(t.path, `garbage\n\n{}\n{"seq":4,"at":"2026-01-01T00:00:00.000Z","type":"te`);
  expect(seqsOf(await t.transcripts.readLast(t.runId, 2))).toEqual([2, 3]);
});

test("the last events of a run that is being written are the complete ones", async () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(2));
  appendFileSync(t.path, `${transcriptLine(FINISHED, 3, "2026-01-01T00:00:00.000Z")}\n`);
  expect(seqsOf(await t.transcripts.readLast(t.runId, 10))).toEqual([1, 2]);
  writer.close();
});

test("a place among very long events is found too", async () => {
  using t = testTranscripts();
  const long = "\u0000".repeat(64 * 1024);
  write(
    t,
    range(1, 30).map((n) => ({ type: "text", text: n % 3 === 0 ? "short" : long })),
  );
  for (const after of range(0, 30)) {
    expect(seqsOf(await t.transcripts.read(t.runId, { after, limit: 2 }))).toEqual(
      range(after + 1, Math.min(after + 2, 30)),
    );
  }
});

test("a page of long events is shorter than requested, and the next one continues", async () => {
  using t = testTranscripts();
  write(
    t,
    range(1, 200).map(() => ({ type: "text", text: "x".repeat(64 * 1024) })),
  );
  const seen: number[] = [];
  for (;;) {
    const page = await t.transcripts.read(t.runId, { after: seen.at(-1) ?? 0, limit: 1000 });
    if (page.length === 0) break;
    expect(page.join("").length).toBeLessThan(4.5 * 1024 * 1024);
    seen.push(...seqsOf(page));
  }
  expect(seen).toEqual(range(1, 200));
});

test("a torn last line is not read until it is complete", async () => {
  using t = testTranscripts();
  write(t, 3);
  const next = transcriptLine({ type: "text", text: "four" }, 4, "2026-01-01T00:00:00.000Z");
  appendFileSync(t.path, next.slice(0, 50));
  const cursor = t.transcripts.follow(t.runId, 0);
  expect((await cursor.next()).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(await cursor.next()).toEqual([]);
  expect(seqsOf(await t.transcripts.read(t.runId, { after: 0, limit: 10 }))).toEqual([1, 2, 3]);
  appendFileSync(t.path, `${next.slice(50)}\n`);
  expect((await cursor.next()).map(({ seq }) => seq)).toEqual([4]);
});

test("unreadable lines are skipped, however many they are", async () => {
  using t = testTranscripts();
  write(t, 3);
  // More than a page, in several lines and in one.
  appendFileSync(t.path, `\0{"seq":\n`.repeat(600_000));
  appendFileSync(t.path, `${"\0".repeat(9 * 1024 * 1024)}\n`);
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(2));
  writer.close();
  const page = async (after: number) =>
    seqsOf(await t.transcripts.read(t.runId, { after, limit: 10 }));
  expect(await page(0)).toEqual([1, 2, 3]);
  expect(await page(3)).toEqual([4, 5]);
  expect(await page(4)).toEqual([5]);
  expect(await page(5)).toEqual([]);
});

test("a line without an end is not kept while the next one is searched for", async () => {
  // Joined, this would be copied over and over, for minutes.
  const size = 1024 * 1024 * 1024;
  let zeros = Buffer.alloc(0);
  const source = {
    size,
    async read(offset: number, length: number) {
      if (zeros.length < length) zeros = Buffer.alloc(length);
      return zeros.subarray(0, Math.min(length, size - offset));
    },
  };
  expect(await readPage(source, { after: 0, limit: 10 })).toEqual([]);
}, 60_000);

test("a reader that joins late gets everything once and in order while it is written", async () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(5000));
  const late = t.transcripts.follow(t.runId, 0);
  const later = t.transcripts.follow(t.runId, 4000);
  const seen: number[] = [];
  const seenLater: number[] = [];
  while (seen.at(-1) !== 20_000) {
    if (writer.lastSeq() < 20_000) writer.append(texts(37).slice(0, 20_000 - writer.lastSeq()));
    seen.push(...(await late.next()).map(({ seq }) => seq));
    seenLater.push(...(await later.next()).map(({ seq }) => seq));
  }
  seenLater.push(...(await later.next()).map(({ seq }) => seq));
  writer.close();
  expect(seen).toEqual(range(1, 20_000));
  expect(seenLater).toEqual(range(4001, 20_000));
});

test("only the complete part of a transcript that is being written is read", async () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(2));
  // Stands for the part of a batch that the disk had no room for, before it is undone.
  appendFileSync(t.path, `${transcriptLine(FINISHED, 3, "2026-01-01T00:00:00.000Z")}\n`);
  const page = await t.transcripts.read(t.runId, { after: 0, limit: 10 });
  expect(eventsOf(page).map(({ type }) => type)).toEqual(["text", "text"]);
  writer.close();
});

test("a file that shrinks or disappears while it is read is not an error", async () => {
  using t = testTranscripts();
  write(t, 20_000);
  const cursor = t.transcripts.follow(t.runId, 19_000);
  truncateSync(t.path, 100);
  expect(await cursor.next()).toEqual([]);
  const page = await withFile(t.path, 5_000_000, [], (source) =>
    readPage(source, { after: 19_000, limit: 10 }),
  );
  expect(page).toEqual([]);
  await t.transcripts.remove([t.runId]);
  expect(await cursor.next()).toEqual([]);
});

test("an unreadable file is reported, not taken for an empty one", async () => {
  using t = testTranscripts();
  mkdirSync(t.dir);
  mkdirSync(t.path);
  const reading = t.transcripts.read(t.runId, { after: 0, limit: 10 });
  expect(await reading.catch((error: Error) => error.message)).toContain("EISDIR");
});
