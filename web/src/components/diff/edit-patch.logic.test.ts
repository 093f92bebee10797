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
        "*** Update File: old.ts",
        "*** Move to: src/new.ts",
        "@@",
        "+moved",
        "*** Update File: d.txt",
        "*** Move to: e.txt",
        "*** Add File: empty.txt",
        "*** End Patch",
      ].join("\n"),
    );
    expect(files?.map(({ path, note, patch }) => [path, note, ...told(patch)])).toEqual([
      ["src/a.ts", null, "1,1class A| one|-two|+2", "1,4|+last"],
      ["b.txt", null, "1,1|+hello"],
      ["c.txt", "Deleted"],
      ["old.ts", "Moved to src/new.ts", "1,1|+moved"],
      ["d.txt", "Moved to e.txt"],
      ["empty.txt", "Empty file"],
    ]);
  });

  test("may be git's own, of several files", () => {
    const files = patchedFiles(
      [
        "diff --git a/x b/x",
        "index 1..2 100644",
        "--- a/x",
        "+++ b/x",
        "@@ -1 +1 @@",
        "-a",
        "+diff --git a/b b/b",
        "diff --git a/a b.txt b/a b.txt",
        "deleted file mode 100644",
        "--- a/a b.txt\t",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-gone",
        "diff --git a/old b/new",
        "similarity index 100%",
        "rename from old",
        "rename to new",
        "diff --git a/empty b/empty",
        "new file mode 100644",
        "diff --git a/run.sh b/run.sh",
        "old mode 100644",
        "new mode 100755",
        "diff --git a/logo.png b/logo.png",
        "Binary files a/logo.png and b/logo.png differ",
        "",
      ].join("\n"),
    );
    expect(files?.map(({ path, note, patch }) => [path, note, ...told(patch)])).toEqual([
      ["x", null, "1,1|-a|+diff --git a/b b/b"],
      ["a b.txt", "Deleted", "1,1|-gone"],
      ["old", "Moved to new"],
      ["empty", "Empty file"],
      ["run.sh", "Mode changed to 100755"],
      ["logo.png", "Binary file"],
    ]);
  });

  test("is nothing else", () => {
    expect(patchedFiles("Hello")).toBeNull();
  });
});
