import { expect, test } from "bun:test";
import { parsePatch } from "#components/diff/patch.logic.ts";
import { NOTHING_REVEALED } from "#components/diff/rows.logic.ts";
import { announcementOf } from "./announcement.logic.ts";
import { createItemsCache } from "./items-cache.ts";
import { modelOf } from "./items.logic.ts";
import { changedFile } from "./testing/builders.ts";

const patch = parsePatch("@@ -1,2 +1,2 @@\n-a\n+A\n b\n");

function said(item: number, reason: string | null, isOpen = true) {
  const file = changedFile("a.ts");
  const [entry] = createItemsCache()([
    {
      file,
      isOpen,
      patch: { phase: "ready", value: { patch, isTooLarge: false } },
      text: undefined,
      revealed: NOTHING_REVEALED,
      layout: "unified",
      context: 3,
      ignoresSpace: false,
      isNarrow: false,
      placed: [],
      editing: null,
    },
  ]);
  return announcementOf(modelOf([{ ...entry!, file, isOpen, reason }]), { section: 0, item });
}

test.each([
  ["an open file", said(0, null), "a.ts, file 1 of 1"],
  ["a file that someone folded", said(0, null, false), "a.ts, file 1 of 1, folded"],
  ["why a file is folded", said(0, "Deleted", false), "a.ts, file 1 of 1, folded: deleted"],
  ["a removed line", said(1, null), "line 1, removed: a"],
  ["an added line", said(2, null), "line 1, added: A"],
  ["an unchanged line", said(3, null), "line 2: b"],
])("%s is spoken", (_name, spoken, expected) => {
  expect(spoken).toBe(expected);
});
