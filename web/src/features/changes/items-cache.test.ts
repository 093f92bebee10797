import { expect, test } from "bun:test";
import { parsePatch } from "#components/diff/patch.logic.ts";
import { NOTHING_REVEALED } from "#components/diff/rows.logic.ts";
import { createItemsCache } from "./items-cache.ts";
import { changedFile } from "./testing/builders.ts";

const PATCH = parsePatch("@@ -1,2 +1,2 @@\n-a\n+A\n b\n");
const NO_DRAFTS: readonly never[] = [];

const part = (path: string, isThere = true) => ({
  file: FILES[path]!,
  isOpen: true,
  patch: isThere ? READY : undefined,
  text: undefined,
  revealed: NOTHING_REVEALED,
  layout: "unified" as const,
  context: 3,
  ignoresSpace: false,
  isNarrow: false,
  placed: NO_DRAFTS,
  editing: null,
});

const READY = { phase: "ready", value: { patch: PATCH, isTooLarge: false } } as const;
const FILES: Record<string, ReturnType<typeof changedFile>> = {
  a: changedFile("a"),
  b: changedFile("b"),
};

test("only what has changed is rebuilt, and keeps its name", () => {
  const itemsOf = createItemsCache();
  const [a, b] = itemsOf([part("a"), part("b", false)]);
  const [sameA, newB] = itemsOf([part("a"), part("b")]);
  expect(sameA!.items).toBe(a!.items);
  expect(newB!.items).not.toBe(b!.items);
  expect(newB!.id).toBe(b!.id);
});

test("a file whose patch was given away keeps its height", () => {
  const itemsOf = createItemsCache();
  itemsOf([part("a")]);
  const [waiting] = itemsOf([part("a", false)]);
  expect(waiting!.items[1]).toMatchObject({ kind: "waiting", lines: 3 });
});

test("a file that is not listed is forgotten", () => {
  const itemsOf = createItemsCache();
  const [before] = itemsOf([part("a"), part("b")]);
  itemsOf([part("b")]);
  const [after] = itemsOf([part("a"), part("b")]);
  expect(after!.items).not.toBe(before!.items);
  expect(after!.id).not.toBe(before!.id);
});
