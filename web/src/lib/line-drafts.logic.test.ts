import { describe, expect, test } from "bun:test";
import { currentRange, inOrder, isLineDraft, type LineDraft } from "./line-drafts.logic.ts";

const draft = (change: Partial<LineDraft> = {}): LineDraft => ({
  key: "k",
  path: "a.ts",
  side: "new",
  line: 2,
  end_line: 2,
  text: "Why?",
  quote: "b",
  blob_id: null,
  written_at: "2026-01-01T00:00:00Z",
  ...change,
});

describe("a draft on a line", () => {
  test.each([
    ["stays where it is", ["a", "b", "c"], 2],
    ["moves with its line", ["new", "new", "a", "b"], 4],
    ["moves to the nearest of several", ["x", "y", "b", "z", "z", "b"], 3],
    ["stays though there are others", ["b", "b", "b"], 2],
    ["is outdated without its line", ["a", "B", "c"], null],
    ["is outdated in an empty file", [], null],
  ])("%s", (_name, lines, expected) => {
    expect(currentRange(draft(), lines)?.line ?? null).toBe(expected);
  });

  test("of nothing but space does not move to another one", () => {
    const blank = draft({ quote: "" });
    expect(currentRange(blank, ["a", "", "c"])?.line).toBe(2);
    expect(currentRange(blank, ["", "a", "b", ""])).toBeNull();
  });

  test("moves as a range, and only as a whole", () => {
    const range = draft({ line: 1, end_line: 2, quote: "a\nb" });
    expect(currentRange(range, ["x", "a", "b"])).toEqual({ line: 2, end_line: 3 });
    expect(currentRange(range, ["x", "a", "c"])).toBeNull();
  });
});

test("drafts are in the order of files and lines", () => {
  const drafts = [
    draft({ key: "3", path: "b.ts", end_line: 1 }),
    draft({ key: "2", end_line: 9 }),
    draft({ key: "1", end_line: 3, written_at: "2026-01-02T00:00:00Z" }),
    draft({ key: "0", end_line: 3 }),
  ];
  expect(inOrder(drafts).map(({ key }) => key)).toEqual(["0", "1", "2", "3"]);
});

test("what is stored is a draft, or ignored", () => {
  expect(isLineDraft(JSON.parse(JSON.stringify(draft())))).toBe(true);
  expect(isLineDraft({ ...draft(), line: "2" })).toBe(false);
});
