import { expect, test } from "bun:test";
import { growthOf, halves } from "./flat.ts";

const BOUND = { factor: 1.1, constant: 5 };
const points = (figure: (at: number) => number) =>
  Array.from({ length: 40 }, (_, at) => figure(at));

test("the first quarter is a warm-up, and the rest is split into two halves", () => {
  expect(halves([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([
    [3, 4, 5],
    [6, 7, 8],
  ]);
});

test("a figure that stays level does not grow, however much it varies", () => {
  expect(
    growthOf(
      "memory",
      points((at) => 100 + 20 * (at % 3)),
      BOUND,
    ),
  ).toBeNull();
});

test("a figure that rises while it warms up and then stays does not grow", () => {
  expect(
    growthOf(
      "memory",
      points((at) => Math.min(200, 50 + 20 * at)),
      BOUND,
    ),
  ).toBeNull();
});

test("a single outlier is not growth", () => {
  expect(
    growthOf(
      "memory",
      points((at) => (at === 35 ? 900 : 100)),
      BOUND,
    ),
  ).toBeNull();
});

test("a figure that rises a little every hour grows", () => {
  expect(
    growthOf(
      "memory",
      points((at) => 100 + 2 * at),
      BOUND,
    ),
  ).toStartWith("memory grows: 134");
});
