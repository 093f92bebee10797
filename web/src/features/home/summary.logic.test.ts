import { expect, test } from "bun:test";
import { figuresOf } from "./summary.logic.ts";

const NOTHING = { ready: 0, stopped: 0, failed: 0, running: 0, cost_usd: 0, unpriced_run_count: 0 };

test("a quiet night has no links", () => {
  expect(figuresOf(NOTHING).map(({ name, to }) => [name, to])).toEqual([
    ["0 ready for you", null],
    ["0 stopped by a limit", null],
    ["0 failed", null],
    ["0 running now", null],
    ["$0.00 spent", null],
  ]);
});

test("each figure links to what it counts", () => {
  const night = { ...NOTHING, ready: 1200, stopped: 1, failed: 3, running: 2, cost_usd: 4.2 };
  expect(figuresOf(night).map(({ figure, to }) => [figure, to])).toEqual([
    ["1,200", "/?needs=in_review#needs-you"],
    ["1", "/?needs=guard#needs-you"],
    ["3", "/?needs=error#needs-you"],
    ["2", "/#running"],
    ["$4.20", "/#costs"],
  ]);
});

test.each([
  [{ cost_usd: 2, unpriced_run_count: 1 }, "$2.00+ spent"],
  [{ cost_usd: 0, unpriced_run_count: 1 }, "cost unknown"],
])("with %j it says %p", (costs, name) => {
  expect(figuresOf({ ...NOTHING, ...costs }).at(-1)?.name).toBe(name);
});
