import { expect, test } from "bun:test";
import { parsePatch } from "#components/diff/patch.logic.ts";
import { rowsOf, NOTHING_REVEALED, type Layout } from "#components/diff/rows.logic.ts";
import type { Item } from "./items.logic.ts";
import { measuresOf } from "./measures.logic.ts";

const PATCH = parsePatch("@@ -98,3 +98,4 @@\n-a\n+\ta longer line\n+b\n c\n d\n");

function items(layout: Layout): Item[] {
  const rows = rowsOf(PATCH, { layout, newLines: null, revealed: NOTHING_REVEALED });
  return [
    { kind: "header", key: "header" },
    ...rows.map((row, at) => ({ kind: "row" as const, row, key: String(at) })),
    { kind: "too large", key: "after the rows" },
    { kind: "end", key: "end" },
  ];
}

test.each(["unified", "split"] as const)("%s: a file is as wide as its longest line", (layout) => {
  expect(measuresOf(items(layout))).toEqual({ longest: 17, lastLine: 101 });
});

test("a file without lines has no width", () => {
  expect(measuresOf([{ kind: "header", key: "h" }])).toEqual({ longest: 0, lastLine: 0 });
});
