import { expect, test } from "bun:test";
import { beginEdit, isChangedElsewhere, isUnsaved, keepMine } from "./text-edit.logic.ts";

const mine = { ...beginEdit("before"), text: "mine" };

test("only a text that was changed is unsaved", () => {
  expect(isUnsaved(null)).toBe(false);
  expect(isUnsaved(beginEdit("before"))).toBe(false);
  expect(isUnsaved(mine)).toBe(true);
});

test("another text on the server is noticed, the same one is no conflict", () => {
  expect(isChangedElsewhere(mine, "before")).toBe(false);
  expect(isChangedElsewhere(mine, "theirs")).toBe(true);
  expect(isChangedElsewhere(mine, "mine")).toBe(false);
});

test("whoever keeps theirs is asked again only when it changes once more", () => {
  const kept = keepMine(mine, "theirs");
  expect(kept.text).toBe("mine");
  expect(isChangedElsewhere(kept, "theirs")).toBe(false);
  expect(isChangedElsewhere(kept, "theirs, again")).toBe(true);
});
