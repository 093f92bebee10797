import { expect, test } from "bun:test";
import { FROM_LIST, inView, isFromList, viewOf } from "./from-list.logic.ts";

test("only what was opened from its list is closed by going back", () => {
  expect(isFromList(FROM_LIST)).toBe(true);
  for (const state of [null, undefined, "fromList", {}, { fromList: false }]) {
    expect(isFromList(state)).toBe(false);
  }
});

test.each([
  ["opened from the list", FROM_LIST, "panel"],
  ["opened by its address", null, "page"],
  ["with a state that somebody else wrote", { view: "nowhere" }, "page"],
  ["opened from the list, then as a page", inView(FROM_LIST, "page"), "page"],
  ["and back again", inView(inView(FROM_LIST, "page"), "panel"), "panel"],
  ["opened by its address, then beside the list", inView(null, "panel"), "panel"],
] as const)("%s it has the view that follows from it", (_name, state, view) => {
  expect(viewOf(state)).toBe(view);
});

test("another view does not forget where it was opened", () => {
  expect(isFromList(inView(FROM_LIST, "page"))).toBe(true);
  expect(isFromList(inView(null, "panel"))).toBe(false);
});
