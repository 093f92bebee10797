import { expect, test } from "bun:test";
import { FROM_LIST, inView, isFromList, viewOf } from "./from-list.logic.ts";

test("going back closes only what was opened from its list", () => {
  expect(isFromList(FROM_LIST)).toBe(true);
  for (const state of [null, undefined, "fromList", {}, { fromList: false }]) {
    expect(isFromList(state)).toBe(false);
  }
});

test.each([
  ["opened from the list", FROM_LIST, "panel"],
  ["opened by its address", null, "page"],
  ["with a foreign state", { view: "nowhere" }, "page"],
  ["opened from the list, then as a page", inView(FROM_LIST, "page"), "page"],
  ["and back again", inView(inView(FROM_LIST, "page"), "panel"), "panel"],
  ["opened by its address, then next to the list", inView(null, "panel"), "panel"],
] as const)("%s it has the resulting view", (_name, state, view) => {
  expect(viewOf(state)).toBe(view);
});

test("changing the view keeps where it was opened from", () => {
  expect(isFromList(inView(FROM_LIST, "page"))).toBe(true);
  expect(isFromList(inView(null, "panel"))).toBe(false);
});
