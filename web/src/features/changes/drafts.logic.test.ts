import { describe, expect, test } from "bun:test";
import { parsePatch } from "#components/diff/patch.logic.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { placeDrafts, reviewOf } from "./drafts.logic.ts";
import { changedFile } from "./testing/builders.ts";

const OLD = "a".repeat(40);
const NEW = "b".repeat(40);

const draft = (more: Partial<LineDraft> = {}): LineDraft => ({
  key: "k",
  path: "a.ts",
  side: "new",
  line: 2,
  end_line: 2,
  text: "Why?",
  quote: "two",
  blob_id: NEW,
  written_at: "",
  ...more,
});

const PATCH = parsePatch("@@ -1,2 +1,3 @@\n+zero\n one\n two\n");
const TEXT = ["zero", "one", "two"];
const FILE = changedFile("a.ts");

const placed = (more: Partial<LineDraft>, newLines: string[] | null = TEXT, file = FILE) =>
  placeDrafts([draft(more)], file, { patch: PATCH, newLines })[0]!.range;

describe("a draft", () => {
  test("about this very content stays at its line", () => {
    expect(placed({})).toEqual({ line: 2, end_line: 2 });
  });
  test("about another content follows its line", () => {
    expect(placed({ blob_id: OLD })).toEqual({ line: 3, end_line: 3 });
    expect(placed({ side: "old", blob_id: "c".repeat(40), line: 5, end_line: 5 })).toEqual({
      line: 2,
      end_line: 2,
    });
  });
  test("is outdated when its line is gone", () => {
    expect(placed({ blob_id: OLD, quote: "three" })).toBeNull();
  });
  test("stays where it is until the text is known", () => {
    expect(placed({ blob_id: OLD }, null)).toEqual({ line: 2, end_line: 2 });
  });
  test("on a side that the file does not have is outdated", () => {
    expect(placed({}, TEXT, changedFile("a.ts", { new_blob_id: null }))).toBeNull();
  });
});

describe("a review", () => {
  const here = { line: 2, end_line: 2 };
  test("has a comment for each line", () => {
    const range = { line: 2, end_line: 4 };
    expect(
      reviewOf(
        [
          { draft: draft(), range: here },
          { draft: draft({ side: "old" }), range },
        ],
        " In general: ",
      ),
    ).toEqual({
      comments: [
        { path: "a.ts", side: "new", line: 2, text: "Why?" },
        { path: "a.ts", side: "old", line: 2, end_line: 4, text: "Why?" },
      ],
      text: "In general:",
    });
  });
  test("says outdated ones in its text, so that none is lost", () => {
    expect(reviewOf([{ draft: draft(), range: null }], "Hm.")).toEqual({
      comments: [],
      text: "Hm.\n\nOn what was line 2 of `a.ts`:\n\nWhy?",
    });
  });
});
