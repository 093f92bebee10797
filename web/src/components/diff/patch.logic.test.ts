import { describe, expect, test } from "bun:test";
import { linesOf, parsePatch, sidesOf, splitLines } from "./patch.logic.ts";

const SIGNS = { context: " ", added: "+", removed: "-" };

/** "12 13 +text": a line with its numbers. */
function told(text: string): string[] {
  return linesOf(parsePatch(text)).map(
    (line) =>
      `${line.old ?? "."} ${line.new ?? "."} ${SIGNS[line.kind]}${line.text}${line.hasReturn ? "␍" : ""}${line.isUnended ? "␄" : ""}`,
  );
}

const lines = (...all: string[]) => `${all.join("\n")}\n`;

const CASES: [name: string, patch: string, expected: string[]][] = [
  ["an empty patch has no lines", "", []],
  [
    "two hunks count on",
    lines(
      "diff --git a/a.ts b/a.ts",
      "index 1..2 100644",
      "--- a/a.ts",
      "+++ b/a.ts",
      "@@ -1,3 +1,3 @@",
      " one",
      "-two",
      "+TWO",
      " three",
      "@@ -10,2 +10,3 @@ function last() {",
      " ten",
      "+ten and a half",
      " eleven",
    ),
    [
      "1 1  one",
      "2 . -two",
      ". 2 +TWO",
      "3 3  three",
      "10 10  ten",
      ". 11 +ten and a half",
      "11 12  eleven",
    ],
  ],
  ["a side of one line has no count", lines("@@ -1 +1 @@", "-a", "+b"), ["1 . -a", ". 1 +b"]],
  [
    "neither end has a line end",
    lines(
      "@@ -1 +1 @@",
      "-a",
      "\\ No newline at end of file",
      "+b",
      "\\ No newline at end of file",
    ),
    ["1 . -a␄", ". 1 +b␄"],
  ],
  [
    "a line end is added",
    lines("@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b"),
    ["1 1  a", "2 . -b␄", ". 2 +b"],
  ],
  [
    "a new file",
    lines("--- /dev/null", "+++ b/n", "@@ -0,0 +1,2 @@", "+a", "+b"),
    [". 1 +a", ". 2 +b"],
  ],
  [
    "a deleted file",
    lines("--- a/n", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-a", "-b"),
    ["1 . -a", "2 . -b"],
  ],
  [
    "lines that look like headers",
    lines("--- a/n", "+++ b/n", "@@ -1,2 +1,2 @@", "--- a/other", "+++ b/other", " @@ -1 +1 @@"),
    ["1 . --- a/other", ". 1 +++ b/other", "2 2  @@ -1 +1 @@"],
  ],
  [
    "line ends of Windows",
    lines("@@ -1,2 +1,2 @@", " a\r", "-b\r", "+b"),
    ["1 1  a␍", "2 . -b␍", ". 2 +b"],
  ],
  [
    "other line breaks stay in their line",
    lines("@@ -0,0 +1 @@", "+a\u2028b\u000Cc\rd"),
    [". 1 +a\u2028b\u000Cc\rd"],
  ],
  [
    "a rename with a mode and an odd name",
    lines(
      'diff --git "a/t\\303\\244st" b/new name',
      "old mode 100644",
      "new mode 100755",
      "similarity index 90%",
      'rename from "t\\303\\244st"',
      "rename to new name",
      "index 1..2",
      '--- "a/t\\303\\244st"',
      "+++ b/new name\t",
      "@@ -3 +3 @@",
      "-x",
      "+y",
    ),
    ["3 . -x", ". 3 +y"],
  ],
  ["a mode alone", lines("diff --git a/x b/x", "old mode 100644", "new mode 100755"), []],
  [
    "a file that became a link",
    lines(
      "diff --git a/x b/x",
      "deleted file mode 100644",
      "--- a/x",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-text",
      "diff --git a/x b/x",
      "new file mode 120000",
      "--- /dev/null",
      "+++ b/x",
      "@@ -0,0 +1 @@",
      "+target",
      "\\ No newline at end of file",
    ),
    ["1 . -text", ". 1 +target␄"],
  ],
  [
    "a submodule",
    lines("--- a/lib", "+++ b/lib", "@@ -1 +1 @@", "-Subproject commit 1", "+Subproject commit 2"),
    ["1 . -Subproject commit 1", ". 1 +Subproject commit 2"],
  ],
  [
    "a merge of two parents",
    lines("diff --cc x", "@@@ -1,2 -1,2 +1,3 @@@", "  a", "- b", " -c", "++d", "+ e"),
    ["1 1  a", "2 . -b", ". . -c", ". 2 +d", ". 3 +e"],
  ],
  ["a patch that was cut off", "@@ -1,3 +1,3 @@\n a\n-b\n", ["1 1  a", "2 . -b"]],
];

test.each(CASES)("%s", (_name, patch, expected) => {
  expect(told(patch)).toEqual(expected);
});

test.each([
  ["Binary files a/x.png and b/x.png differ\n"],
  ["GIT binary patch\nliteral 5\nMc$`b*O5l\n"],
])("%j is binary", (patch) => {
  expect(parsePatch(patch)).toEqual({ hunks: [], isBinary: true });
});

test("a hunk knows where it begins and ends, even if one side has no lines", () => {
  const { hunks } = parsePatch(lines("@@ -5,2 +4,0 @@ head", "-a", "-b", "@@ -9,0 +8 @@", "+c"));
  expect(hunks.map(({ lines: _, ...rest }) => rest)).toEqual([
    { oldStart: 5, newStart: 5, oldEnd: 7, newEnd: 5, heading: "head" },
    { oldStart: 10, newStart: 8, oldEnd: 10, newEnd: 9, heading: "" },
  ]);
});

describe("both sides of a file", () => {
  const patch = parsePatch(
    lines("@@ -2,2 +2,3 @@", "-b", "+B", "+b2", " c", "@@ -5,2 +6 @@", " e", "-f"),
  );
  test("come from the new text and the patch", () => {
    const now = splitLines("a\nB\nb2\nc\nd\ne\ng\n");
    expect(sidesOf(patch, now)).toEqual({
      old: ["a", "b", "c", "d", "e", "f", "g"],
      new: ["a", "B", "b2", "c", "d", "e", "g"],
    });
  });
  test("are known in part without the text", () => {
    expect(sidesOf(patch, null)).toEqual({
      old: ["", "b", "c", "", "e", "f"],
      new: ["", "B", "b2", "c", "", "e"],
    });
  });
});

test("a text has as many lines as git counts", () => {
  expect(splitLines("")).toEqual([]);
  expect(splitLines("a\r\nb")).toEqual(["a", "b"]);
  expect(splitLines("a\n\n")).toEqual(["a", ""]);
});
