import { expect, test } from "bun:test";
import { withKept } from "./kept-row.logic.ts";

test("one row is rendered at any scroll position", () => {
  expect(withKept([5, 6, 7], 6)).toEqual([5, 6, 7]);
  expect(withKept([5, 6, 7], 100)).toEqual([5, 6, 7, 100]);
  expect(withKept([5, 6, 7], 0)).toEqual([0, 5, 6, 7]);
  expect(withKept([5, 6, 7], -1)).toEqual([5, 6, 7]);
});
