import { expect, test } from "bun:test";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { createEventCache } from "./event-cache.logic.ts";
import { rowsOf } from "./fold-rows.logic.ts";
import { isSameRow, type Row } from "./rows.logic.ts";
import {
  call,
  changed,
  complained,
  finished,
  looked,
  result,
  said,
  thought,
  used,
  wrote,
} from "./testing/events.ts";

type Options = { isToldInParts?: boolean; isRunning?: boolean; first?: number; last?: number };

function rows(events: readonly TranscriptEvent[], options: Options = {}): Row[] {
  const cache = createEventCache();
  for (const event of events) cache.add(event);
  const lastSeq = events.at(-1)?.seq ?? 0;
  return rowsOf(cache.slot, options.first ?? 1, options.last ?? lastSeq, {
    isToldInParts: options.isToldInParts ?? false,
    isRunning: options.isRunning ?? true,
    tailStart: cache.tailStart(lastSeq),
    hasCall: cache.hasCall,
    resultOf: cache.resultOf,
  });
}

/** A short text for a row. */
function brief(row: Row): string {
  switch (row.kind) {
    case "text":
      return `${row.seq} ${row.texts.join(" | ")}`;
    case "stderr":
      return `${row.seq} stderr ${row.text}`;
    case "tool":
      return `${row.seq} tool ${row.state}`;
    case "group":
      return `${row.seq} group of ${row.tools.map(({ seq }) => seq).join(" ")}`;
    case "result":
      return `${row.seq} result`;
    case "event":
      return `${row.seq} ${row.event.type}`;
    case "gap":
      return `${row.seq} gap of ${row.count}`;
    default:
      return row satisfies never;
  }
}

const briefs = (...args: Parameters<typeof rows>) => rows(...args).map(brief);

test("consecutive texts are one block, and anything else ends it", () => {
  expect(briefs([said(1, "a"), said(2, "b"), thought(3), said(4, "c")])).toEqual([
    "1 a | b",
    "3 thinking",
    "4 c",
  ]);
});

test("usage has no row and does not split texts", () => {
  expect(briefs([said(1, "a"), used(2, 10), said(3, "b")])).toEqual(["1 a | b"]);
});

test("pieces of stderr are one text", () => {
  expect(briefs([complained(1, "a\nb"), complained(2, "c\n"), finished(3)])).toEqual([
    "1 stderr a\nbc\n",
    "3 finished",
  ]);
});

test("a result is part of its call, and splits the texts around it", () => {
  expect(briefs([call(1, "a"), said(2, "x"), result(3, "a"), said(4, "y")])).toEqual([
    "1 tool ok",
    "2 x",
    "4 y",
  ]);
});

test("a result without its call has its own row", () => {
  expect(briefs([result(1, "a"), said(2, "x")])).toEqual(["1 result", "2 x"]);
});

test.each<[string, string, TranscriptEvent[], Options]>([
  ["works", "running", [call(1, "a"), said(2)], {}],
  ["has failed", "failed", [call(1, "a"), result(2, "a", true)], {}],
  ["was cut off by the end of its run", "none", [call(1, "a"), finished(2)], { isRunning: false }],
  ["may have its result in an unloaded part", "unknown", [call(1, "a"), said(3)], {}],
])("a tool that %s", (_what, state, events, options) => {
  expect(briefs(events, options)[0]).toBe(`1 tool ${state}`);
});

test("unloaded events are a gap of their length", () => {
  expect(briefs([said(1, "a"), said(5, "b")], { last: 6 })).toEqual([
    "1 a",
    "2 gap of 3",
    "5 b",
    "6 gap of 1",
  ]);
});

test("an event unknown to this page is shown as received", () => {
  const event = { seq: 1, at: "", type: "from.the.future", more: 1 };
  expect(rows([event as never])).toMatchObject([
    { kind: "event", event: { type: "raw", line: JSON.stringify(event) } },
  ]);
});

test("parts of one text are joined", () => {
  const events = [said(1, "Hel"), said(2, "lo"), used(3, 1), said(4, " you")];
  expect(briefs(events, { isToldInParts: true })).toEqual(["1 Hello you"]);
});

test("a text that continues in the next chunk breaks between paragraphs", () => {
  const events = [said(1, "One"), said(2, " and"), said(3, " two.\n\nThr"), said(4, "ee.")];
  const options = { isToldInParts: true };
  expect(briefs(events, { ...options, last: 2 })).toEqual(["1 One and two.\n\n"]);
  expect(briefs(events, { ...options, first: 3 })).toEqual(["3 Three."]);
});

test("a paragraph without an end breaks at the chunk's end", () => {
  const events = [said(1, "One"), said(2, " and"), said(3, " two")];
  const options = { isToldInParts: true };
  expect(briefs(events, { ...options, last: 2 })).toEqual(["1 One and"]);
  expect(briefs(events, { ...options, first: 3 })).toEqual(["3  two"]);
});

test("neighbouring reads and searches are one row, and a single one stays as it is", () => {
  const events = [
    looked(1, "a"),
    looked(2, "b", "Grep"),
    result(3, "a"),
    used(4, 1),
    result(5, "b", true),
    looked(6, "c"),
    said(7, "x"),
    looked(8, "d"),
    call(9, "e"),
  ];
  expect(briefs(events)).toEqual(["1 group of 1 2 6", "7 x", "8 tool running", "9 tool running"]);
});

/** That many reads, each with its result. */
const reads = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => n * 2 + from).flatMap((seq) => [
    looked(seq, `read ${seq}`),
    result(seq + 1, `read ${seq}`),
  ]);

test("reads that continue in later chunks belong to the chunk in which they started", () => {
  const events = [said(1, "a"), ...reads(25, 2), said(52, "b")];
  const [text, group] = rows(events, { last: 20 });
  expect([text?.kind, group?.kind]).toEqual(["text", "group"]);
  expect(group).toMatchObject({ seq: 2, tools: { length: 25 } });
  expect(briefs(events, { first: 21, last: 40 })).toEqual([]);
  expect(briefs(events, { first: 41 })).toEqual(["52 b"]);
});

test("a group ends with its page, whatever is known of the next one", () => {
  const events = reads(110);
  expect(rows(events, { first: 1, last: 20 })).toMatchObject([{ tools: { length: 100 } }]);
  expect(briefs(events, { first: 181, last: 200 })).toEqual([]);
  expect(rows(events, { first: 201, last: 220 })).toMatchObject([
    { seq: 201, tools: { length: 10 } },
  ]);
});

test("a group ends at a gap", () => {
  const events = [looked(1, "a"), looked(2, "b"), looked(30, "c")];
  expect(briefs(events, { last: 20 })).toEqual(["1 group of 1 2", "3 gap of 18"]);
  expect(briefs(events, { first: 21, last: 30 })).toEqual(["21 gap of 9", "30 tool running"]);
});

test("a file change is part of the call that made it, and has its own row without one", () => {
  const events = [wrote(1, "a", "/x"), result(2, "a"), changed(3, "/x"), changed(4, "/y")];
  expect(briefs(events)).toEqual(["1 tool ok", "4 file_change"]);
});

test("rows are equal as long as they look the same", () => {
  const same = (a: TranscriptEvent[], b: TranscriptEvent[]) => isSameRow(rows(a)[0]!, rows(b)[0]!);
  expect(same([said(1, "a"), said(2, "b")], [said(1, "a"), said(2, "b")])).toBe(true);
  expect(same([said(1, "a")], [said(1, "a"), said(2, "b")])).toBe(false);
  expect(same([call(1, "a")], [call(1, "a")])).toBe(true);
  expect(same([call(1, "a")], [call(1, "a"), result(2, "a")])).toBe(false);
  expect(same([complained(1, "a")], [complained(1, "a"), complained(2, "b")])).toBe(false);
  const two = [looked(1, "a"), looked(2, "b")];
  expect(same(two, two)).toBe(true);
  expect(same(two, [...two, looked(3, "c")])).toBe(false);
  expect(same(two, [...two, result(3, "b")])).toBe(false);
  expect(same([thought(1)], [thought(1)])).toBe(true);
  expect(same([thought(1)], [said(1)])).toBe(false);
  expect(isSameRow(rows([said(5)], { first: 4 })[0]!, rows([said(5)], { first: 3 })[0]!)).toBe(
    false,
  );
});
