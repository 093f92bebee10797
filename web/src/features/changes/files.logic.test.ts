import { describe, expect, test } from "bun:test";
import type { ChangedFile } from "@malamar/contract/changes.ts";
import {
  contentKey,
  fileFacts,
  fileKind,
  foldedBecause,
  hasLongLines,
  isPatchTooLarge,
  isTooLarge,
  noteOf,
  pathParts,
  viewedBlob,
  wordsFor,
} from "./files.logic.ts";
import { parsePatch } from "#components/diff/patch.logic.ts";
import { changedFile } from "./testing/builders.ts";

const added = (path: string, more: Partial<ChangedFile> = {}) =>
  changedFile(path, {
    status: "added",
    old_mode: null,
    old_blob_id: null,
    old_size: null,
    ...more,
  });
const SUBMODULE = { old_mode: "160000", new_mode: "160000" };

test.each([
  ["a.ts", {}, "text"],
  ["a.bin", { is_binary: true }, "binary"],
  ["a.PNG", { is_binary: true }, "picture"],
  ["a.avif", { is_binary: true }, "picture"],
  ["a.svg", {}, "text"],
  ["a.png", { is_binary: true, old_path: "a.bin" }, "binary"],
  ["lib", SUBMODULE, "submodule"],
] as const)("%s %j is %s", (path, more, kind) => {
  expect(fileKind(changedFile(path, more))).toBe(kind);
});

describe("a file is folded at first", () => {
  test.each([
    ["if it was viewed", { is_viewed: true }, "Viewed"],
    ["if it is generated", { is_generated: true }, "Generated"],
    ["if it is deleted", { status: "deleted" }, "Deleted"],
    ["if it is large", { additions: 4_000, deletions: 1_001 }, "Large"],
    ["otherwise not", { additions: 4_000, deletions: 1_000 }, null],
    ["not as a binary", { additions: null, deletions: null, is_binary: true }, null],
  ] as const)("%s", (_name, more, expected) => {
    expect(foldedBecause(changedFile("a", more), false)).toBe(expected);
  });
  test("if its lines are so long that a program wrote them", () => {
    const withLine = (length: number) => parsePatch(`@@ -1 +1 @@\n-a\n+${"x".repeat(length)}\n`);
    expect([5_000, 5_001].map((length) => hasLongLines(withLine(length)))).toEqual([false, true]);
    expect(foldedBecause(changedFile("a"), true)).toBe("Very long lines");
    expect(foldedBecause(changedFile("a", { is_generated: true }), true)).toBe("Generated");
  });
});

test.each([
  ["20,000 lines", { additions: 20_000, deletions: 0 }, false],
  ["more lines", { additions: 20_000, deletions: 1 }, true],
  ["a small change in a large file", { new_size: 50_000_000 }, false],
  ["a large new file", { status: "added", new_size: 1024 * 1024 + 1 }, true],
  ["a large deleted file", { status: "deleted", new_size: null, old_size: 2_000_000 }, true],
  [
    "a large picture",
    { status: "added", new_size: 2_000_000, is_binary: true, path: "a.png" },
    false,
  ],
] as const)("%s: too large is %p", (_name, more, expected) => {
  expect(isTooLarge(changedFile("a", more))).toBe(expected);
});

test("a patch is too large by its lines and by its size", () => {
  expect(isPatchTooLarge("+a\n".repeat(20_000))).toBe(false);
  expect(isPatchTooLarge("+a\n".repeat(20_001))).toBe(true);
  expect(isPatchTooLarge("x".repeat(1024 * 1024 + 1))).toBe(true);
});

test.each([
  [changedFile("a"), []],
  [changedFile("a", { status: "renamed", similarity: 90 }), ["90% similar"]],
  [changedFile("a", { new_mode: "100755" }), ["file → executable"]],
  [changedFile("a", { new_mode: "120000" }), ["file → link"]],
  [added("a"), []],
  [added("a", { new_mode: "100755" }), ["executable"]],
])("%#: the facts of a file", (file, expected) => {
  expect(fileFacts(file)).toEqual(expected);
});

const moved = { status: "renamed", old_path: "src/old.ts", similarity: 97 } as const;

test.each([
  [changedFile("a"), null],
  [changedFile("a", moved), "Renamed from src/old.ts · 97% similar"],
  [
    changedFile("a", { ...moved, status: "copied", new_mode: "100755" }),
    "Copied from src/old.ts · 97% similar · file → executable",
  ],
  [changedFile("a", { new_mode: "100755" }), "file → executable"],
  [changedFile("a", { ...moved, old_blob_id: "b".repeat(40) }), null],
])("%#: what a narrow header has no room for", (file, expected) => {
  expect(noteOf(file)).toBe(expected);
});

const same = { old_blob_id: "a".repeat(40), new_blob_id: "a".repeat(40) };

test.each([
  [changedFile("lib", SUBMODULE), "Submodule: commit aaaaaaa → bbbbbbb"],
  [added("lib", { new_mode: "160000" }), "Submodule: commit none → bbbbbbb"],
  [
    changedFile("a.bin", { is_binary: true, old_size: 1_500, new_size: 2_000_000 }),
    "Binary file, 1.5 KB → 2.0 MB",
  ],
  [added("a.bin", { is_binary: true, new_size: 12 }), "Binary file, 12 B"],
  [changedFile("a", { ...moved, ...same }), "Moved from src/old.ts without changes"],
  [
    changedFile("a", { ...moved, ...same, status: "copied", new_mode: "100755" }),
    "Copied from src/old.ts without changes · file → executable",
  ],
  [changedFile("a", { new_mode: "100755", ...same }), "Mode changed: file → executable"],
  [added("a"), "An empty file"],
])("%#: a file without lines says why", (file, expected) => {
  expect(wordsFor(file, { ignoresSpace: false })).toBe(expected);
});

test("without white space nothing may be left", () => {
  expect(wordsFor(changedFile("a"), { ignoresSpace: true })).toBe("Only white space changed");
});

test("what is viewed of a deleted file is what it was", () => {
  expect(viewedBlob(changedFile("a"))).toBe("b".repeat(40));
  expect(viewedBlob(changedFile("a", { new_blob_id: null }))).toBe("a".repeat(40));
});

test("a file with another content is another one", () => {
  const key = contentKey(changedFile("a"));
  expect(contentKey(changedFile("a", { is_viewed: true }))).toBe(key);
  expect(contentKey(changedFile("a", { new_blob_id: "c".repeat(40) }))).not.toBe(key);
});

test("a path is a folder and a name", () => {
  expect(pathParts("a/b/c.ts")).toEqual({ folder: "a/b/", name: "c.ts" });
  expect(pathParts("c.ts")).toEqual({ folder: "", name: "c.ts" });
});
