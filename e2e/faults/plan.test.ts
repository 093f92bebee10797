import { expect, test } from "bun:test";
import { planFaults } from "./plan.ts";

const KINDS = ["a", "b", "c", "d", "e"];

test("the same seed is the same plan, and another seed another one", () => {
  expect(planFaults(KINDS, 40, 1)).toEqual(planFaults(KINDS, 40, 1));
  expect(planFaults(KINDS, 40, 1)).not.toEqual(planFaults(KINDS, 40, 2));
});

test("every kind strikes as often as any other", () => {
  const plan = planFaults(KINDS, 12, 3);
  expect(plan.slice(0, 5).toSorted()).toEqual(KINDS);
  expect(plan.slice(5, 10).toSorted()).toEqual(KINDS);
  expect(plan).toHaveLength(12);
});

test("without a kind there is nothing to do", () => {
  expect(planFaults([], 40, 1)).toEqual([]);
});
