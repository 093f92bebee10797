import { expect, test } from "bun:test";
import { FROM_LIST, isFromList } from "./from-list.logic.ts";

test("only what was opened from its list is closed by going back", () => {
  expect(isFromList(FROM_LIST)).toBe(true);
  for (const state of [null, undefined, "fromList", {}, { fromList: false }]) {
    expect(isFromList(state)).toBe(false);
  }
});
