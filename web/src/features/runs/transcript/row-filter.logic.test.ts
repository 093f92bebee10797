import { expect, test } from "bun:test";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { createEventCache } from "./event-cache.logic.ts";
import {
  createMatcher,
  filterKey,
  isFiltering,
  NO_FILTER,
  rowText,
  snippetOf,
  toggled,
  type Chip,
} from "./row-filter.logic.ts";
import { singleRowsOf, type Row } from "./rows.logic.ts";
import {
  call,
  changed,
  complained,
  finished,
  looked,
  result,
  said,
  thought,
  wrote,
} from "./testing/events.ts";

function rowsOf(...events: TranscriptEvent[]): Row[] {
  const cache = createEventCache();
  for (const event of events) cache.add(event);
  return singleRowsOf(cache.slot, 1, events.at(-1)?.seq ?? 0, {
    isToldInParts: false,
    isRunning: false,
    tailStart: 1,
    hasCall: cache.hasCall,
    resultOf: cache.resultOf,
  });
}

const ROWS = rowsOf(
  said(1, "Hello (you)"),
  thought(2),
  call(3, "a"),
  result(4, "a"),
  call(5, "b"),
  result(6, "b", true),
  looked(7, "c"),
  looked(8, "d", "Grep"),
  result(9, "d", true),
  wrote(10, "e", "/x"),
  changed(11, "/y"),
  complained(12),
  result(13, "gone", true),
  { ...finished(14), status: "failed", message: "no credit" },
);

const found = (chips: readonly Chip[], text = "") =>
  ROWS.filter(createMatcher({ chips, text })).map(({ seq }) => seq);

test.each<[readonly Chip[], number[]]>([
  [["messages"], [1]],
  [["files"], [7, 8, 10, 11]],
  [["commands"], [3, 5]],
  [
    ["messages", "commands"],
    [1, 3, 5],
  ],
  [["failed"], [5, 8, 13, 14]],
  [["commands", "failed"], [5]],
  [["messages", "failed"], []],
])("the chips %j", (chips, seqs) => {
  expect(found(chips)).toEqual(seqs);
});

test.each<[string, number[]]>([
  ["HELLO (YOU)", [1]],
  ["(", [1]],
  ["output 6", [5]],
  ["command 3", [3]],
  ["bash", [3, 5]],
  ["/file-7", [7]],
  ["text 10", [10]],
  ["stderr", [12]],
  ["output 13", [13]],
  ["NO CREDIT", [14]],
  ["nowhere", []],
])("the text %p, in any part of a row", (text, seqs) => {
  expect(found([], text)).toEqual(seqs);
});

test("chips and a text narrow each other", () => {
  expect(found(["commands"], "output 6")).toEqual([5]);
  expect(found(["messages"], "output 6")).toEqual([]);
});

test("a chip is switched on and off", () => {
  const one = toggled(NO_FILTER, "files");
  expect(one.chips).toEqual(["files"]);
  expect(isFiltering(one)).toBe(true);
  expect(isFiltering(toggled(one, "files"))).toBe(false);
  const two = toggled(one, "failed");
  expect(filterKey(two)).toBe(filterKey(toggled(toggled(NO_FILTER, "failed"), "files")));
  expect(filterKey(two)).not.toBe(filterKey(one));
});

test("a folded row shows the line that contains the text", () => {
  const [row] = rowsOf(call(1, "a"), { ...result(2, "a"), output: "one\ntwo Three four\nfive" });
  expect(snippetOf(row!, "three")).toEqual({ before: "two ", found: "Three", after: " four" });
  expect(snippetOf(row!, "")).toBe(null);
  expect(snippetOf(row!, "nowhere")).toBe(null);
  expect(snippetOf(rowsOf(said(1, "three"))[0]!, "three")).toBe(null);
});

test("text that a row shows already needs no extra line", () => {
  const [row] = rowsOf(call(1, "a"), { ...result(2, "a"), output: "command 1 again" });
  expect(snippetOf(row!, "command 1")).toBe(null);
  expect(snippetOf(row!, "again")).toMatchObject({ found: "again" });
  const [thinking] = rowsOf(thought(1, "First.\nThen more."));
  expect(snippetOf(thinking!, "first")).toBe(null);
  expect(snippetOf(thinking!, "then")).toMatchObject({ found: "Then" });
});

test("of a long line only the surroundings of the text are shown", () => {
  const output = `${"x".repeat(60_000)}here${"y".repeat(60_000)}`;
  const [row] = rowsOf(call(1, "a"), { ...result(2, "a"), output });
  const { before, found: text, after } = snippetOf(row!, "here")!;
  expect([before.length, text, after.length]).toEqual([40, "here", 120]);
});

test("a row is copied as text, without invisible characters", () => {
  const [row] = rowsOf(call(1, "a"), { ...result(2, "a"), output: "\u001B[31mred\u001B[0m\n" });
  expect(rowText(row!)).toBe("Bash\ncommand 1\nred");
  expect(rowText(rowsOf(said(1, "a"), said(2, "b"))[0]!)).toBe("a\n\nb");
});

test("an input nested as deep as a transcript allows does not break the search", () => {
  let input: unknown = "bottom";
  for (let level = 0; level < 5_000; level++) input = [input];
  const [row] = rowsOf({ ...call(1, "a"), input });
  expect(createMatcher({ chips: [], text: "bottom" })(row!)).toBe(true);
});
