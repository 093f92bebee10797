import { describe, expect, test } from "bun:test";
import { parsePatch } from "#components/diff/patch.logic.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { commentOf, placeDrafts, sendable, sendWords } from "./drafts.logic.ts";
import type { DraftPlace } from "./items.logic.ts";
import type { Loaded } from "./near-loader.ts";
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

const ready = <Value>(value: Value): Loaded<Value> => ({ phase: "ready", value });
const FAILED = { phase: "failed", error: new Error("no") } as const;
const PATCH = parsePatch("@@ -1,2 +1,3 @@\n+zero\n one\n two\n");

type Known = Parameters<typeof placeDrafts>[2];

function placed(more: Partial<LineDraft>, known: Partial<Known> = {}, file = changedFile("a.ts")) {
  return placeDrafts([draft(more)], file, {
    patch: ready({ patch: PATCH, isTooLarge: false }),
    text: ready(["zero", "one", "two"]),
    ignoresSpace: false,
    lost: "outdated",
    ...known,
  })[0]!.at;
}

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
    expect(placed({ blob_id: OLD, quote: "three" })).toBe("outdated");
  });
  test("is not outdated because other changes are shown", () => {
    expect(placed({ blob_id: OLD, quote: "three" }, { lost: "elsewhere" })).toBe("elsewhere");
  });
  test("on a side that the file does not have is outdated", () => {
    expect(placed({}, {}, changedFile("a.ts", { new_blob_id: null }))).toBe("outdated");
  });
  test.each<[string, Partial<Known>, DraftPlace]>([
    ["the patch is on its way", { patch: undefined }, "looking"],
    ["the text is on its way", { text: { phase: "loading" } }, "looking"],
    ["the patch could not be loaded", { patch: FAILED }, "outdated"],
    ["the text could not be loaded", { text: FAILED }, "outdated"],
    ["too much changed", { patch: ready({ patch: PATCH, isTooLarge: true }) }, "outdated"],
  ])("about another content: %s", (_name, known, expected) => {
    expect(placed({ blob_id: OLD }, known)).toBe(expected);
  });
  test("in a file whose text is never fetched is not looked for without end", () => {
    const large = changedFile("a.ts", { new_size: 2_000_000 });
    expect(placed({ blob_id: OLD }, { text: undefined }, large)).toBe("outdated");
  });
  test("is found in old lines whose space is not known", () => {
    const old = { side: "old", blob_id: "c".repeat(40), quote: "\tfour  4" } as const;
    const text = ready(["zero", "one", "two", "  four 4"]);
    expect(placed(old, { text })).toBe("outdated");
    expect(placed(old, { text, ignoresSpace: true })).toEqual({ line: 3, end_line: 3 });
  });
});

describe("a comment that is sent", () => {
  test("is on its lines", () => {
    expect(commentOf({ draft: draft(), at: { line: 3, end_line: 3 } })).toEqual({
      path: "a.ts",
      side: "new",
      line: 3,
      text: "Why?",
    });
    expect(
      commentOf({ draft: draft({ side: "old" }), at: { line: 2, end_line: 4 } }),
    ).toMatchObject({ side: "old", line: 2, end_line: 4 });
  });
  test("says what its lines were if they are gone, but not endlessly", () => {
    expect(commentOf({ draft: draft({ end_line: 3 }), at: "outdated" })).toEqual({
      path: "a.ts",
      side: "new",
      line: 2,
      end_line: 3,
      text: "Why?",
      quote: "two",
    });
    const long = draft({ quote: `${"x".repeat(20_000)}\n2\n3\n4\n5\n6\n7` });
    expect(commentOf({ draft: long, at: "outdated" }).quote).toBe("x".repeat(10_000));
    expect(
      commentOf({ draft: draft({ quote: "1\n2\n3\n4\n5\n6\n7" }), at: "outdated" }).quote,
    ).toBe("1\n2\n3\n4\n5\n6");
  });
  test("is none of those on other changes", () => {
    const all = ["outdated", "elsewhere", "looking", { line: 1, end_line: 1 }] as const;
    const shown = sendable(all.map((at) => ({ draft: draft(), at })));
    expect(shown.map(({ at }) => at)).toEqual(["outdated", "looking", { line: 1, end_line: 1 }]);
  });
});

test.each([
  [{ sent: 1, all: 1, isDone: false }, "Send 1 comment"],
  [{ sent: 500, all: 501, isDone: false }, "Send the first 500 of 501 comments"],
  [{ sent: 3, all: 3, isDone: true }, "Add 3 comments as a note"],
])("%j is %s", (given, expected) => {
  expect(sendWords(given)).toBe(expected);
});
