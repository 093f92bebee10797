import { expect, test } from "bun:test";
import { isWorthTelling } from "./thinning.ts";

test("of a thousand similar errors, the 1st, 10th, 100th and 1,000th are sent", () => {
  const told = Array.from({ length: 1100 }, (_, at) => at + 1).filter(isWorthTelling);
  expect(told).toEqual([1, 10, 100, 1000]);
});
