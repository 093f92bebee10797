import { expect, test } from "bun:test";
import { beginEdit, isChangedElsewhere, isUnsaved, keepMine } from "./text-edit.logic.ts";

const mine = { ...beginEdit("before"), text: "mine" };

test("only a changed text is unsaved", () => {
  expect(isUnsaved(null)).toBe(false);
  expect(isUnsaved(beginEdit("before"))).toBe(false);
  expect(isUnsaved(mine)).toBe(true);
});

test("a different text on the server is a conflict, the same one is not", () => {
  expect(isChangedElsewhere(mine, "before")).toBe(false);
  expect(isChangedElsewhere(mine, "theirs")).toBe(true);
  expect(isChangedElsewhere(mine, "mine")).toBe(false);
});

test("after keeping their version, users are asked again only after a further change", () => {
  const kept = keepMine(mine, "theirs");
  expect(kept.text).toBe("mine");
  expect(isChangedElsewhere(kept, "theirs")).toBe(false);
  expect(isChangedElsewhere(kept, "theirs, again")).toBe(true);
});
