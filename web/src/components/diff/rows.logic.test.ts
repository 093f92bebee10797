import { describe, expect, test } from "bun:test";
import { parsePatch, splitLines } from "./patch.logic.ts";
import {
  NOTHING_REVEALED,
  rowsOf,
  type DiffRow,
  type Layout,
  type Revealed,
} from "./rows.logic.ts";

function told(row: DiffRow): string {
  if (row.kind === "gap") return `… ${row.hidden ?? "?"} ${row.heading}`.trim();
  if (row.kind === "pair") return `${row.left?.text ?? ""} | ${row.right?.text ?? ""}`;
  const sign = { context: " ", added: "+", removed: "-" }[row.line.kind];
  return `${sign}${row.line.text}${row.twin === null ? "" : ` ~ ${row.twin.text}`}`;
}

type Given = { text?: string; revealed?: Revealed; layout?: Layout; context?: number };

function rows(
  patch: string[],
  { text, revealed = NOTHING_REVEALED, layout = "unified", context = 3 }: Given = {},
) {
  const newLines = text === undefined ? null : splitLines(text);
  const made = rowsOf(parsePatch(`${patch.join("\n")}\n`), {
    layout,
    newLines,
    revealed,
    context,
  });
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
  return made.map(told);
}

const BLOCK = ["@@ -1,4 +1,5 @@", " a", "-b", "-c", "+B", "+C", "+D", "-d", "+e"];

describe("a block of changes", () => {
  test("in one column has twins in order", () => {
    expect(rows(BLOCK)).toEqual([
      " a",
      "-b ~ B",
      "-c ~ C",
      "+B ~ b",
      "+C ~ c",
      "+D",
      "-d ~ e",
      "+e ~ d",
    ]);
  });
  test("in two columns has them side by side", () => {
    expect(rows(BLOCK, { layout: "split" })).toEqual(["a | a", "b | B", "c | C", " | D", "d | e"]);
  });
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

/** Lines 10 and 30 of 40 have changed. */
const FAR = [
  "@@ -7,7 +7,7 @@ first()",
  " line 7",
  " line 8",
  " line 9",
  "-old 10",
  "+line 10",
  " line 11",
  " line 12",
  " line 13",
  "@@ -27,7 +27,7 @@ second()",
  " line 27",
  " line 28",
  " line 29",
  "-old 30",
  "+line 30",
  " line 31",
  " line 32",
  " line 33",
];

describe("between the hunks", () => {
  const gaps = (given: Given = {}) => rows(FAR, given).filter((row) => row.startsWith("…"));

  test("lines are hidden, at the end an unknown number", () => {
    expect(gaps()).toEqual(["… 6 first()", "… 13 second()", "… ?"]);
  });

  test("nothing is hidden at the end if there is less than was asked for", () => {
    expect(gaps({ context: 10 })).toEqual(["… 6 first()", "… 13 second()"]);
  });

  test("the text says how many are at the end", () => {
    expect(gaps({ text: numbered(40) })).toEqual(["… 6 first()", "… 13 second()", "… 7"]);
    expect(gaps({ text: numbered(33) })).toEqual(["… 6 first()", "… 13 second()"]);
  });

  test("some of them show, once the text is there", () => {
    const revealed: Revealed = new Map([
      [0, { above: 0, below: 2 }],
      [1, { above: 1, below: 2 }],
      [2, { above: 2, below: 0 }],
    ]);
    expect(gaps({ revealed })).toHaveLength(3);
    const shown = rows(FAR, { revealed, text: numbered(40) });
    expect(shown.slice(0, 3)).toEqual(["… 4 first()", " line 5", " line 6"]);
    const between = shown.indexOf("… 10 second()");
    expect(shown.slice(between - 1, between + 3)).toEqual([
      " line 14",
      "… 10 second()",
      " line 25",
      " line 26",
    ]);
    expect(shown.slice(-3)).toEqual([" line 34", " line 35", "… 5"]);
  });

  test("all of them show", () => {
    const all = { above: 1_000, below: 0 };
    const revealed = new Map([0, 1, 2].map((index) => [index, all] as const));
    const shown = rows(FAR, { revealed, text: numbered(40) });
    expect(shown.filter((row) => row.startsWith("…"))).toEqual([]);
    expect(shown).toHaveLength(42);
  });

  test("numbers of both sides stay right after lines were added", () => {
    const patch = parsePatch("@@ -1,2 +1,4 @@\n a\n+b\n+c\n d\n@@ -9 +11 @@\n-i\n+I\n");
    const made = rowsOf(patch, {
      layout: "unified",
      newLines: splitLines("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nI"),
      revealed: new Map([[1, { above: 1, below: 1 }]]),
    });
    const numbers = made.flatMap((row) =>
      row.kind === "line" ? [`${row.line.old}:${row.line.new}`] : [],
    );
    expect(numbers).toEqual(["1:1", "null:2", "null:3", "2:4", "3:5", "8:10", "9:null", "null:11"]);
  });
});

test.each([
  ["a new file", ["@@ -0,0 +1,2 @@", "+a", "+b"], ["+a", "+b"]],
  ["a deleted file", ["@@ -1,2 +0,0 @@", "-a", "-b"], ["-a", "-b"]],
  [
    "a file that ends without a line end",
    ["@@ -1,4 +1,4 @@", "-z", "+a", " b", " c", " d", "\\ No newline"],
    ["-z ~ a", "+a ~ z", " b", " c", " d"],
  ],
  ["only a mode", ["old mode 100644"], []],
])("%s has no gaps", (_name, patch, expected) => {
  expect(rows(patch)).toEqual(expected);
});
