import { expect, test } from "bun:test";
import { isSameTitle } from "./title.logic.ts";

test.each([
  ["Shop", "Shop", true],
  [" Shop  front ", "Shop front", true],
  ["Cafe\u0301", "Caf\u00e9", true],
  ["shop", "Shop", false],
  ["", "Shop", false],
])("%p confirms %p: %p", (typed, title, isSame) => {
  expect(isSameTitle(typed, title)).toBe(isSame);
});
