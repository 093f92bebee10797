import { expect, test } from "bun:test";
import { badgeText, monogram, steadyOrder } from "./rail.logic.ts";

const ids = (...all: string[]) => all.map((id) => ({ id }));

test.each([
  { name: "in the given order at first", shown: [], items: ids("a", "b"), order: ["a", "b"] },
  { name: "in their previous order", shown: ["a", "b"], items: ids("b", "a"), order: ["a", "b"] },
  {
    name: "with new ones on top",
    shown: ["a", "b"],
    items: ids("b", "d", "c", "a"),
    order: ["d", "c", "a", "b"],
  },
  {
    name: "without deleted ones",
    shown: ["a", "b", "c"],
    items: ids("c", "a"),
    order: ["a", "c"],
  },
])("workspaces are listed $name", ({ shown, items, order }) => {
  expect(steadyOrder(shown, items).map(({ id }) => id)).toEqual([...order]);
});

test.each([
  ["website", "W"],
  ["  ürban", "Ü"],
  ["👩‍👩‍👧 family", "👩‍👩‍👧"],
  ["<img src=x>", "<"],
  [" ", ""],
])("the monogram of %j is %j", (title, sign) => {
  expect(monogram(title)).toBe(sign);
});

test.each([
  [1, "1"],
  [99, "99"],
  [100, "99+"],
])("a badge of %i says %s", (count, text) => {
  expect(badgeText(count)).toBe(text);
});
