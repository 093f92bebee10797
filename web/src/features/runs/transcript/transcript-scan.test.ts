import { expect, test } from "bun:test";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { createMatcher, type RowFilter } from "./row-filter.logic.ts";
import { call, finished, result, said, thought } from "./testing/events.ts";
import { createTranscriptScan } from "./transcript-scan.ts";

type Options = {
  filter?: Partial<RowFilter>;
  known?: number;
  maxRows?: number;
  maxWeight?: number;
};

/** A scan of these events. Those up to `known` are loaded. */
function scanOf(events: TranscriptEvent[], options: Options = {}) {
  const { filter = {}, known = 0, ...bounds } = options;
  const asked: string[] = [];
  const frames: (() => void)[] = [];
  const server = { failure: null as unknown, frames };
  const scan = createTranscriptScan({
    matches: createMatcher({ chips: [], text: "", ...filter }),
    isToldInParts: false,
    slot: (seq) => (seq <= known ? (events.find((event) => event.seq === seq) ?? null) : undefined),
    read: async ({ after, limit }, signal) => {
      asked.push(`${after}+${limit}`);
      await Promise.resolve();
      signal.throwIfAborted();
      if (server.failure !== null) throw server.failure;
      return events.filter(({ seq }) => seq > after).slice(0, limit);
    },
    nextFrame: (callback) => frames.push(callback),
    soon: (callback) => callback(),
    ...bounds,
  });
  const close = scan.subscribe(() => {});
  return {
    scan,
    goOn: () => scan.goOn(events.at(-1)?.seq ?? 0),
    asked,
    server,
    close,
    settle,
    seqs: () => scan.snapshot().rows.map(({ seq }) => seq),
  };

  /** Lets the scan process this many parts. */
  async function settle(parts = 100) {
    for (let part = 0; part < parts; part++) {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      const due = frames.splice(0);
      if (due.length === 0) return;
      for (const callback of due) callback();
    }
  }
}

const texts = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? said(n + 1) : thought(n + 1)));

test("a transcript is searched in pages, from beginning to end", async () => {
  const { scan, goOn, asked, settle, seqs } = scanOf(texts(2_500), {
    filter: { text: "TEXT 2001" },
  });
  goOn();
  await settle();
  expect(asked).toEqual(["0+1000", "1000+1000", "2000+1000"]);
  expect(seqs()).toEqual([2_001]);
  expect(scan.snapshot()).toMatchObject({ seq: 2_500, count: 1 });
});

test("loaded events are not read again", async () => {
  const { goOn, asked, settle, seqs } = scanOf([said(1), thought(3)], { known: 3 });
  goOn();
  await settle();
  expect(asked).toEqual([]);
  expect(seqs()).toEqual([1, 3]);
});

test("a run in progress is followed", async () => {
  const events: TranscriptEvent[] = [said(1)];
  const { goOn, settle, seqs } = scanOf(events);
  goOn();
  await settle();
  events.push(thought(2), said(3));
  goOn();
  await settle();
  expect(seqs()).toEqual([1, 2, 3]);
});

test("a call matches through a much later result, once and in its own place", async () => {
  const events = [
    call(1, "a"),
    ...texts(1_500).slice(1),
    result(1_501, "a", true),
    finished(1_502),
  ];
  const failed = scanOf(events, { filter: { chips: ["failed"] } });
  failed.goOn();
  await failed.settle();
  expect(failed.scan.snapshot().rows).toMatchObject([{ kind: "tool", seq: 1, state: "failed" }]);
  const commands = scanOf(events, { filter: { chips: ["commands"] } });
  commands.goOn();
  await commands.settle(1);
  expect(commands.scan.snapshot()).toMatchObject({ count: 1, rows: [{ seq: 1, result: null }] });
  await commands.settle();
  expect(commands.scan.snapshot()).toMatchObject({ count: 1, rows: [{ seq: 1, state: "failed" }] });
});

test("any number of consecutive texts is split into rows as they are rendered", async () => {
  const events = Array.from({ length: 95 }, (_, n) => said(n + 1));
  const { scan, goOn, settle } = scanOf(events, { filter: { chips: ["messages"] } });
  goOn();
  await settle();
  const sizes = scan.snapshot().rows.map((row) => (row.kind === "text" ? row.texts.length : 0));
  expect(sizes).toEqual([20, 20, 20, 20, 15]);
});

test("only the newest results are kept, and all are counted", async () => {
  const { scan, goOn, settle, seqs } = scanOf(texts(3_000), { maxRows: 3 });
  goOn();
  await settle();
  expect(seqs()).toEqual([2_998, 2_999, 3_000]);
  expect(scan.snapshot().count).toBe(3_000);
});

test("a long row takes up as much room as many short ones", async () => {
  const events = Array.from({ length: 10 }, (_, n) => thought(n + 1, "x".repeat(1_000)));
  const { goOn, settle, seqs } = scanOf(events, { maxWeight: 4_000 });
  goOn();
  await settle();
  expect(seqs()).toEqual([8, 9, 10]);
});

test("a stopped scan keeps its results and continues from there", async () => {
  const { scan, goOn, asked, settle } = scanOf(texts(2_500));
  goOn();
  await settle(1);
  scan.stop();
  await settle();
  expect(scan.snapshot()).toMatchObject({ seq: 1_000, isStopped: true });
  const before = asked.length;
  goOn();
  await settle();
  expect(asked).toHaveLength(before);
  scan.resume();
  await settle();
  expect(scan.snapshot()).toMatchObject({ seq: 2_500, isStopped: false });
});

test("a failure is reported, and retried on demand", async () => {
  const { scan, goOn, server, settle } = scanOf(texts(10));
  server.failure = new Error("gone");
  goOn();
  await settle();
  expect(scan.snapshot()).toMatchObject({ seq: 0, error: server.failure });
  server.failure = null;
  goOn();
  await settle();
  expect(scan.snapshot().seq).toBe(0);
  scan.resume();
  await settle();
  expect(scan.snapshot()).toMatchObject({ seq: 10, error: null });
});

test("the scan stops without listeners", async () => {
  const { scan, goOn, settle, close } = scanOf(texts(2_500));
  goOn();
  await settle(1);
  close();
  await settle();
  expect(scan.snapshot().seq).toBe(1_000);
});
