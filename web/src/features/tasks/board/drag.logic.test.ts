import type { TaskStatus } from "@malamar/contract/task.ts";
import { expect, test } from "bun:test";
import { dropKind, gapAt, indexAt, scrollStep } from "./drag.logic.ts";

test.each<[TaskStatus, TaskStatus | null, "place" | "move" | null]>([
  ["todo", "todo", "place"],
  ["todo", "in_progress", null],
  ["todo", "in_review", null],
  ["todo", "done", null],
  ["in_progress", "in_review", "move"],
  ["in_progress", "todo", null],
  ["in_review", "done", "move"],
  ["in_review", "todo", "move"],
  ["in_review", "in_review", null],
  ["in_review", "in_progress", null],
  ["done", "todo", "move"],
  ["done", null, null],
])("a drop from %s to %s is %p, as the buttons allow", (from, to, kind) => {
  expect(dropKind(from, to)).toBe(kind);
});

const rows = [
  { index: 4, top: 0, height: 100 },
  { index: 5, top: 100, height: 60 },
];

test.each([
  [-20, 4],
  [49, 4],
  [51, 5],
  [129, 5],
  [131, 6],
])("at %p it would go before row %p", (y, gap) => {
  expect(gapAt(rows, y)).toBe(gap);
});

test("in an empty column it is the first", () => {
  expect(gapAt([], 10)).toBe(0);
});

test.each([
  [0, 3, 0],
  [3, 3, 3],
  [4, 3, 3],
  [6, 3, 5],
])("gap %p for the card from %p is place %p", (gap, from, index) => {
  expect(indexAt(gap, from)).toBe(index);
});

test("a column scrolls near its edges only, and faster outside", () => {
  const box = { top: 100, bottom: 500 };
  expect(scrollStep(300, box)).toBe(0);
  expect(scrollStep(140, box)).toBeLessThan(0);
  expect(scrollStep(460, box)).toBeGreaterThan(0);
  expect(scrollStep(600, box)).toBe(14);
});
