import { expect, test } from "bun:test";
import { between } from "./position.ts";

const LARGE = 2 ** 53;

test.each<[string, number | null, number | null, number | null]>([
  ["nobody is there", null, null, 0],
  ["before the first", null, 3, 2],
  ["before a first that is negative", null, -3, -4],
  ["after the last", 3, null, 4],
  ["between two", 1, 2, 1.5],
  ["between two that are close", 1.5, 1.75, 1.625],
  ["there is no number in between", 1, 1 + Number.EPSILON, null],
  ["two have the same place", 1, 1, null],
  ["a step is lost next to a large number", LARGE, null, null],
  ["a step is too small to count before a large one", null, -LARGE, null],
  ["between the largest there are", Number.MAX_VALUE, Number.MAX_VALUE, null],
  ["between the smallest and the largest", -Number.MAX_VALUE, Number.MAX_VALUE, 0],
])("%s", (_what, before, behind, expected) => {
  expect(between(before, behind)).toBe(expected);
});
