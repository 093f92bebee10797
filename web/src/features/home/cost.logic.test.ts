import { expect, test } from "bun:test";
import { barPercent, costText } from "./cost.logic.ts";

const cost = (cost_usd: number, run_count = 2, unpriced_run_count = 0) => ({
  cost_usd,
  run_count,
  unpriced_run_count,
});

test.each([
  [cost(1.5), "$1.50"],
  [cost(1.5, 3, 1), "$1.50+"],
  [cost(0, 3, 3), "3 runs"],
])("%j says %p", (given, text) => {
  expect(costText(given)).toBe(text);
});

test("bars are relative to the longest, and any cost is visible", () => {
  const all = [cost(200), cost(50), cost(0.01), cost(0)];
  expect(all.map((each) => barPercent(each, all))).toEqual([100, 25, 2, 0]);
  expect(barPercent(cost(0), [cost(0)])).toBe(0);
});
