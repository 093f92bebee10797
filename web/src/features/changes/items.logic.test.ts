import { describe, expect, test } from "bun:test";
import { parsePatch } from "#components/diff/patch.logic.ts";
import { NOTHING_REVEALED } from "#components/diff/rows.logic.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { itemAt, itemsOf, modelOf, sectionIndex, type FileView, type Item } from "./items.logic.ts";
import { changedFile } from "./testing/builders.ts";

const PATCH = parsePatch("@@ -1,2 +1,2 @@\n-a\n+A\n b\n");

function view(more: Partial<FileView> = {}): FileView {
  return {
    file: changedFile("a.ts"),
    id: "1",
    isOpen: true,
    patch: { phase: "ready", value: { patch: PATCH, isTooLarge: false } },
    text: undefined,
    revealed: NOTHING_REVEALED,
    layout: "unified",
    context: 3,
    ignoresSpace: false,
    isNarrow: false,
    placed: [],
    editing: null,
    lastRows: null,
    ...more,
  };
}

const draft = (key: string, side: "old" | "new", line: number): LineDraft => ({
  key,
  path: "a.ts",
  side,
  line,
  end_line: line,
  text: key,
  quote: "",
  blob_id: null,
  written_at: "",
});

function told(item: Item): string {
  if (item.kind === "row") return item.row.key;
  if (item.kind === "waiting") return `waiting ${item.lines}`;
  if (item.kind === "words") return item.words;
  if (item.kind === "draft") return `${item.isApart ? "apart " : ""}${item.placed.draft.key}`;
  return item.kind === "editor" ? `editor ${item.placed.draft.key}` : item.kind;
}

const items = (more?: Partial<FileView>) => itemsOf(view(more)).slice(1, -1).map(told);

describe("a file shows", () => {
  test("its rows", () => {
    expect(items()).toEqual(["1:", ":1", "2:2"]);
  });
  test("nothing but its name while it is folded", () => {
    expect(itemsOf(view({ isOpen: false })).map(({ kind }) => kind)).toEqual(["header", "end"]);
  });
  test("room for what is on its way", () => {
    expect(items({ patch: undefined })).toEqual(["waiting 5"]);
    expect(items({ patch: { phase: "loading" }, lastRows: 99 })).toEqual(["waiting 99"]);
  });
  test("room for all lines of a new file", () => {
    const file = changedFile("a", { status: "added", additions: 40, deletions: 0 });
    expect(items({ file, patch: undefined })).toEqual(["waiting 40"]);
  });
  test("that its patch could not be read", () => {
    expect(items({ patch: { phase: "failed", error: new Error("no") } })).toEqual(["failed"]);
  });
  test("that its other lines could not be read, where they were asked for", () => {
    const far = parsePatch("@@ -9 +9 @@\n-a\n+A\n@@ -19 +19 @@\n-b\n+B\n");
    const shown = (text: FileView["text"]) =>
      items({
        patch: { phase: "ready", value: { patch: far, isTooLarge: false } },
        revealed: new Map([[1, { above: 20, below: 0 }]]),
        text,
      });
    const rows = ["gap 0", "9:", ":9", "gap 1", "19:", ":19"];
    expect(shown({ phase: "loading" })).toEqual(rows);
    expect(shown({ phase: "failed", error: new Error("no") })).toEqual([
      ...rows.slice(0, 4),
      "failed",
      ...rows.slice(4),
    ]);
  });
  test("where it was before, if its header has no room for that", () => {
    const file = changedFile("b", { status: "renamed", old_path: "a", similarity: 90 });
    expect(items({ file })).toEqual(["1:", ":1", "2:2"]);
    expect(items({ file, isNarrow: true })[0]).toBe("Renamed from a · 90% similar");
  });
  test("that it is too large", () => {
    expect(items({ file: changedFile("a", { additions: 30_000 }), patch: undefined })).toEqual([
      "too large",
    ]);
    expect(items({ patch: { phase: "ready", value: { patch: PATCH, isTooLarge: true } } })).toEqual(
      ["too large"],
    );
  });
  test("a picture", () => {
    expect(items({ file: changedFile("a.png", { is_binary: true }) })).toEqual(["picture"]);
  });
  test("words where it has no lines", () => {
    const empty = { phase: "ready", value: { patch: parsePatch(""), isTooLarge: false } } as const;
    expect(items({ patch: empty, ignoresSpace: true })).toEqual(["Only white space changed"]);
    const id = "a".repeat(40);
    const moved = { status: "renamed", old_path: "a", old_blob_id: id, new_blob_id: id } as const;
    const file = changedFile("b", moved);
    expect(items({ file, patch: undefined })).toEqual(["Moved from a without changes"]);
    expect(items({ file, isNarrow: true })).toEqual(["Moved from a without changes"]);
  });
});

describe("a draft is shown", () => {
  const at = (key: string, side: "old" | "new", line: number) => ({
    draft: draft(key, side, line),
    at: { line, end_line: line },
  });
  test("below its last line, on its side", () => {
    expect(items({ placed: [at("mine", "new", 1), at("yours", "old", 1)] })).toEqual([
      "1:",
      "yours",
      ":1",
      "mine",
      "2:2",
    ]);
  });
  test("first, if its line is gone or hidden", () => {
    const gone = { draft: draft("gone", "new", 1), at: "outdated" } as const;
    expect(items({ placed: [gone, at("far", "new", 50)] }).slice(0, 2)).toEqual([
      "apart gone",
      "apart far",
    ]);
  });
  test("even without any lines", () => {
    expect(items({ patch: undefined, placed: [at("mine", "new", 1)] })).toEqual([
      "apart mine",
      "waiting 5",
    ]);
  });
  test("as a field while it is written", () => {
    expect(items({ placed: [at("mine", "new", 2)], editing: "mine" })).toContain("editor mine");
  });
});

test("keys are the same while a draft comes and goes", () => {
  const before = itemsOf(view()).map(({ key }) => key);
  const placed = [{ draft: draft("k", "new", 1), at: { line: 1, end_line: 1 } }];
  const after = itemsOf(view({ placed })).map(({ key }) => key);
  expect(after.filter((key) => key !== "1 draft k")).toEqual(before);
});

test("an item of the list is found in its file", () => {
  const files = [view({ isOpen: false }), view({ id: "2" }), view({ id: "3", isOpen: false })];
  const model = modelOf(
    files.map((one) => ({ ...one, items: itemsOf(one), reason: null, longest: 0, lastLine: 0 })),
  );
  expect(model.count).toBe(2 + 5 + 2);
  expect(model.sections.map(({ start }) => start)).toEqual([0, 2, 7]);
  expect(Array.from({ length: 9 }, (_, index) => sectionIndex(model, index))).toEqual([
    0, 0, 1, 1, 1, 1, 1, 2, 2,
  ]);
  expect(itemAt(model, 2).key).toBe("2 header");
  expect(itemAt(model, 8).key).toBe("3 end");
});
