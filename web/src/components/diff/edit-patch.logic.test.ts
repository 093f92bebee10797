import { describe, expect, test } from "bun:test";
import { patchBetween, patchedFiles } from "./edit-patch.logic.ts";
import type { Patch } from "./patch.logic.ts";

const SIGNS = { context: " ", added: "+", removed: "-" };

const told = ({ hunks }: Patch) =>
  hunks.map(({ heading, oldStart, newStart, lines }) =>
    [
      `${oldStart},${newStart}${heading}`,
      ...lines.map(({ kind, text }) => SIGNS[kind] + text),
    ].join("|"),
  );

const count = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at)).join("\n");

describe("the change between two texts", () => {
  test.each([
    ["nothing changed", "a\nb", "a\nb", []],
    ["a line in the middle", "a\nb\nc", "a\nB\nc", ["1,1| a|-b|+B| c"]],
    ["nothing was there", null, "a\nb\n", ["1,1|+a|+b"]],
    ["nothing is left", "a\n", "", ["1,1|-a"]],
    ["line ends alone do not count", "a\r\nb\r\n", "a\nb\n", []],
  ])("%s", (_name, before, after, expected) => {
    expect(told(patchBetween(before, after))).toEqual(expected);
  });

  test("far from each other, changes are apart", () => {
    const before = count(1, 30);
    const after = before.replace("\n5\n", "\nfive\n").replace("\n25\n", "\ntwenty-five\n");
    expect(told(patchBetween(before, after))).toEqual([
      "2,2| 2| 3| 4|-5|+five| 6| 7| 8",
      "22,22| 22| 23| 24|-25|+twenty-five| 26| 27| 28",
    ]);
  });

  test("near each other, they are one", () => {
    const before = count(1, 12);
    const after = before.replace("\n3\n", "\nthree\n").replace("\n10\n", "\nten\n");
    expect(told(patchBetween(before, after))).toEqual([
      "1,1| 1| 2|-3|+three| 4| 5| 6| 7| 8| 9|-10|+ten| 11| 12",
    ]);
  });

  test("texts with nothing in common are one after the other", () => {
    const before = Array.from({ length: 3_000 }, (_, at) => `old ${at}`).join("\n");
    const after = Array.from({ length: 3_000 }, (_, at) => `new ${at}`).join("\n");
    const [hunk, ...rest] = patchBetween(before, after).hunks;
    expect(rest).toEqual([]);
    expect(
      hunk?.lines
        .map(({ kind }) => kind)
        .join("")
        .replaceAll(/(removed)+(added)+/g, "ok"),
    ).toBe("ok");
  });
});

describe("the patch of a tool", () => {
  test("has one part for each file", () => {
    const files = patchedFiles(
      [
        "*** Begin Patch",
        "*** Update File: src/a.ts",
        "@@ class A",
        " one",
        "-two",
        "+2",
        "@@",
        "+last",
        "*** Add File: b.txt",
        "+hello",
        "*** Delete File: c.txt",
        "*** End Patch",
      ].join("\n"),
    );
    expect(files?.map(({ path, patch }) => [path, ...told(patch)])).toEqual([
      ["src/a.ts", "1,1class A| one|-two|+2", "1,4|+last"],
      ["b.txt", "1,1|+hello"],
      ["c.txt"],
    ]);
  });

  test("may be git's own", () => {
    const files = patchedFiles("diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n");
    expect(files?.map(({ patch }) => told(patch))).toEqual([["1,1|-a|+b"]]);
  });

  test("is nothing else", () => {
    expect(patchedFiles("Hello")).toBeNull();
  });
});
