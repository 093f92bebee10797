import { expect, test } from "bun:test";
import { isDeeperThan } from "./nesting.ts";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

test.each([
  [1, 1, false],
  ["text", 0, false],
  [{ a: 1 }, 1, false],
  [{ a: [1] }, 1, true],
  [{ a: [1] }, 2, false],
  [nested(20), 20, false],
  [nested(22), 20, true],
  [nested(100_000), 20, true],
])("%#: the depth of a value is measured without recursion", (value, depth, isDeeper) => {
  expect(isDeeperThan(value, depth)).toBe(isDeeper);
});
