import { expect, test } from "bun:test";
import { estimatedHeight, staysAtEnd } from "./follow.logic.ts";

test.each([
  ["the end moves away below", true, 100, { top: 100, below: 500 }, true],
  ["the user scrolls up", true, 100, { top: 60, below: 40 }, false],
  ["a row above the end shrinks", true, 100, { top: 60, below: 0 }, true],
  ["the user scrolls down, but not to the end", false, 100, { top: 200, below: 300 }, false],
  ["the user scrolls to the end", false, 100, { top: 500, below: 3 }, true],
])("when %s", (_what, isFollowing, lastTop, now, follows) => {
  expect(staysAtEnd(isFollowing, lastTop, now)).toBe(follows);
});

test("unseen events have an estimated height, and the total stays within what a browser can draw", () => {
  expect(estimatedHeight(20, 100_000)).toBe(640);
  expect(estimatedHeight(20, 10_000_000) * 500_000).toBeLessThan(15_000_000);
});
