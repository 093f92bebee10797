import { expect, test } from "bun:test";
import { createEventCache } from "./event-cache.logic.ts";
import { call, result, said } from "./testing/events.ts";

function filled(from: number, to: number, options = {}) {
  const cache = createEventCache(options);
  for (let seq = from; seq <= to; seq++) cache.add(said(seq));
  return cache;
}

test("an event is found by its number, and an unloaded one is undefined", () => {
  const cache = filled(195, 205);
  expect(cache.slot(200)).toEqual(said(200));
  expect(cache.slot(201)).toEqual(said(201));
  expect(cache.slot(194)).toBe(undefined);
  expect(cache.slot(206)).toBe(undefined);
  expect(cache.slot(100_000)).toBe(undefined);
});

test("the first of two events with the same number stays", () => {
  const cache = filled(1, 1);
  cache.add(said(1, "another"));
  expect(cache.slot(1)).toEqual(said(1));
});

test("a gap starts at the first number that was not requested", () => {
  const cache = filled(1, 10);
  cache.add(said(15));
  expect(cache.firstUnknown(1, 10)).toBe(null);
  expect(cache.firstUnknown(1, 15)).toBe(11);
  cache.markMissing(11, 14);
  expect(cache.firstUnknown(1, 15)).toBe(null);
  expect(cache.slot(12)).toBe(null);
  cache.add(said(12));
  expect(cache.slot(12)).toEqual(said(12));
});

test("the loaded end reaches back to the last gap", () => {
  const cache = filled(380, 420);
  expect(cache.tailStart(420)).toBe(380);
  expect(cache.tailStart(421)).toBe(422);
  expect(filled(1, 5).tailStart(5)).toBe(1);
});

test("a result finds its call, and a call finds the first result after it", () => {
  const cache = createEventCache();
  cache.add(result(2, "a"));
  expect(cache.hasCall(result(2, "a"))).toBe(false);
  cache.add(call(1, "a"));
  cache.add(call(3, "a"));
  cache.add(result(6, "a"));
  cache.add(result(4, "a"));
  expect(cache.hasCall(result(2, "a"))).toBe(true);
  expect(cache.resultOf("a", 1)?.seq).toBe(2);
  expect(cache.resultOf("a", 3)?.seq).toBe(4);
  expect(cache.resultOf("a", 6)).toBe(null);
  expect(cache.resultOf("b", 0)).toBe(null);
});

test("the least recently used page is dropped, and visible ones never are", () => {
  const cache = filled(1, 2_000, { maxPages: 4 });
  cache.tidy(1, 150);
  expect(cache.pageCount()).toBe(4);
  expect(cache.slot(1)).toEqual(said(1));
  expect(cache.slot(201)).toBe(undefined);
  expect(cache.slot(2_000)).toEqual(said(2_000));
  cache.tidy(1, 2_000);
  expect(cache.pageCount()).toBe(4);
  cache.add(said(2_001));
  cache.tidy(1, 2_001);
  expect(cache.pageCount()).toBe(5);
});

test("a long event takes up as much room as many short ones", () => {
  const cache = createEventCache({ maxWeight: 100_000 });
  for (let seq = 1; seq <= 1_000; seq++) cache.add(said(seq, "x".repeat(1_000)));
  cache.tidy(900, 1_000);
  expect(cache.pageCount()).toBe(1);
  expect(cache.slot(900)).toBeDefined();
});

test("a dropped call is no longer found by its result", () => {
  const cache = createEventCache({ maxPages: 1 });
  cache.add(call(1, "a"));
  cache.add(result(300, "a"));
  expect(cache.hasCall(result(300, "a"))).toBe(true);
  cache.tidy(300, 300);
  expect(cache.hasCall(result(300, "a"))).toBe(false);
  cache.add(call(1, "a"));
  cache.tidy(1, 1);
  expect(cache.resultOf("a", 1)).toBe(null);
});
