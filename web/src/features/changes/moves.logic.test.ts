import { describe, expect, test } from "bun:test";
import { parsePatch } from "#components/diff/patch.logic.ts";
import { NOTHING_REVEALED, rowsOf } from "#components/diff/rows.logic.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { itemsOf, modelOf, type Model } from "./items.logic.ts";
import {
  isWithin,
  joined,
  quoteOf,
  stepChange,
  stepFile,
  stepLine,
  targetOf,
  targetWords,
  type Place,
  type Way,
} from "./moves.logic.ts";
import { changedFile } from "./testing/builders.ts";

const TWO_CHANGES = "@@ -1,9 +1,9 @@\n-a\n+A\n b\n c\n d\n-e\n+E\n f\n g\n h\n";

const FILES: [path: string, patch: string | null][] = [
  ["a", TWO_CHANGES],
  ["folded", null],
  ["z", "@@ -1 +1 @@\n-x\n+y\n"],
];

const model: Model = modelOf(
  FILES.map(([path, patch]) => {
    const file = changedFile(path);
    const isOpen = patch !== null;
    const items = itemsOf({
      file,
      id: path,
      isOpen,
      patch: { phase: "ready", value: { patch: parsePatch(patch ?? ""), isTooLarge: false } },
      text: undefined,
      revealed: NOTHING_REVEALED,
      layout: "unified",
      context: 3,
      ignoresSpace: false,
      isNarrow: false,
      placed: [],
      editing: null,
      lastRows: null,
    });
    return { file, id: path, isOpen, items, reason: null, longest: 0, lastLine: 0 };
  }),
);

const keyAt = (place: Place | null) =>
  place === null ? null : model.sections[place.section]!.items[place.item]!.key;

function walk(
  step: (model: Model, from: Place | null, way: Way) => Place | null,
  from: Place | null,
  way: Way,
) {
  const keys: (string | null)[] = [];
  let at = step(model, from, way);
  while (at !== null) {
    keys.push(keyAt(at));
    at = step(model, at, way);
  }
  return keys;
}

const DRAFT: LineDraft = {
  key: "k",
  path: "a",
  side: "old",
  line: 1,
  end_line: 1,
  text: "Why?",
  quote: "a",
  blob_id: null,
  written_at: "",
};

const END: Place = { section: 2, item: model.sections[2]!.items.length - 1 };

describe("keys go", () => {
  test("from file to file", () => {
    expect(walk(stepFile, null, 1)).toEqual(["a header", "folded header", "z header"]);
    expect(walk(stepFile, END, -1)).toEqual(["z header", "folded header", "a header"]);
  });
  test("from change to change", () => {
    expect(walk(stepChange, null, 1)).toEqual(["a 1:", "a 5:", "folded header", "z 1:"]);
    expect(walk(stepChange, END, -1)).toEqual(["z 1:", "folded header", "a 5:", "a 1:"]);
  });
  test("past a comment within a change", () => {
    const [first] = model.sections;
    const placed = { draft: DRAFT, at: { line: 1, end_line: 1 } };
    const draft = { kind: "draft", key: "draft", placed, isApart: false } as const;
    const commented = modelOf([
      { ...first!, items: first!.items.toSpliced(2, 0, draft) },
      ...model.sections.slice(1),
    ]);
    const next = stepChange(commented, { section: 0, item: 1 }, 1);
    expect(commented.sections[next!.section]!.items[next!.item]!.key).toBe("a 5:");
  });
  test("from line to line", () => {
    const start: Place = { section: 0, item: 0 };
    const lines = walk((all, from, way) => stepLine(all, from ?? start, way), start, 1);
    expect(lines.slice(0, 3)).toEqual(["a 1:", "a :1", "a 2:2"]);
    expect(lines.slice(-2)).toEqual(["z 1:", "z :1"]);
    expect(walk((all, from, way) => stepLine(all, from ?? END, way), END, -1)).toEqual(
      lines.toReversed(),
    );
  });
  test("nowhere without files", () => {
    const none = modelOf([]);
    expect(stepFile(none, null, 1)).toBeNull();
    expect(stepChange(none, null, 1)).toBeNull();
  });
});

describe("a comment is about", () => {
  const { items } = model.sections[0]!;
  const rows = (layout: "unified" | "split") =>
    rowsOf(parsePatch(TWO_CHANGES), { layout, newLines: null, revealed: NOTHING_REVEALED });

  test.each([
    ["a removed line", "unified", [0, 1], { side: "old", line: 1, end_line: 1 }],
    ["an added line", "unified", [1, 2], { side: "new", line: 1, end_line: 1 }],
    ["the new lines of a change", "unified", [0, 4], { side: "new", line: 1, end_line: 3 }],
    ["the new version in two columns", "split", [0, 1], { side: "new", line: 1, end_line: 1 }],
  ] as const)("%s", (_name, layout, [from, to], expected) => {
    expect(targetOf(rows(layout).slice(from, to))).toEqual(expected);
  });

  test("nothing where there are no lines", () => {
    expect(targetOf([])).toBeNull();
  });

  test("lines that it quotes", () => {
    expect(quoteOf(items, { side: "new", line: 1, end_line: 3 })).toBe("A\nb\nc");
    expect(quoteOf(items, { side: "old", line: 1, end_line: 2 })).toBe("a\nb");
    expect(quoteOf(items, { side: "new", line: 7, end_line: 99 })).toBe("g\nh");
  });

  test("the rows that are marked", () => {
    const target = { side: "old", line: 1, end_line: 2 } as const;
    expect(
      rows("unified")
        .map((row) => isWithin(row, target))
        .slice(0, 4),
    ).toEqual([true, false, true, false]);
  });

  test.each([
    [{ side: "new", line: 3, end_line: 3 }, "line 3"],
    [{ side: "old", line: 3, end_line: 1_005 }, "old lines 3 to 1,005"],
  ] as const)("%j, in words", (target, words) => {
    expect(targetWords(target)).toBe(words);
  });
});

describe("a second number that is tapped", () => {
  const at = (line: number, end_line = line) => ({
    path: "a",
    side: "new" as const,
    line,
    end_line,
  });
  test.each([
    ["below means all lines down to it", at(3), at(7), at(3, 7)],
    ["above means all lines up to it", at(3, 4), at(1), at(1, 4)],
    ["of another file is the only one", at(3), { ...at(7), path: "b" }, { ...at(7), path: "b" }],
    [
      "of the other side is the only one",
      at(3),
      { ...at(7), side: "old" as const },
      { ...at(7), side: "old" as const },
    ],
  ])("%s", (_name, first, second, expected) => {
    expect(joined(first, second)).toEqual(expected);
  });
});
