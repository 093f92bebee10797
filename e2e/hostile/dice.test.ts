import { expect, test } from "bun:test";
import { createDice } from "./dice.ts";

const throws = (seed: number, index: number) => {
  const dice = createDice(seed, index);
  return Array.from({ length: 20 }, () => dice.below(1000));
};

test("the same seed and number throw the same, and any other do not", () => {
  expect(throws(7, 3)).toEqual(throws(7, 3));
  const others = [throws(7, 4), throws(8, 3), throws(3, 7)];
  expect(others).not.toContainEqual(throws(7, 3));
});

test("heavier items come more often, and weightless ones never", () => {
  const dice = createDice(1, 1);
  const counts = { heavy: 0, light: 0, none: 0 };
  for (let at = 0; at < 1000; at++) {
    counts[
      dice.weighted([
        [9, "heavy"],
        [1, "light"],
        [0, "none"],
      ] as const)
    ]++;
  }
  expect(counts.none).toBe(0);
  expect(counts.heavy).toBeGreaterThan(counts.light * 4);
});
