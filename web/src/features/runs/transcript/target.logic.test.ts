import { expect, test } from "bun:test";
import type { Row } from "./rows.logic.ts";
import { chunkWith, holderOf } from "./target.logic.ts";

const text = (seq: number): Row => ({ kind: "text", seq, at: "", texts: ["a"] });

test("an event belongs to the row that starts with it or before it", () => {
  const rows = [text(1), text(5), text(9)];
  expect(holderOf(5, rows)).toBe(rows[1]!);
  expect(holderOf(8, rows)).toBe(rows[1]!);
  expect(holderOf(20, rows)).toBe(rows[2]!);
});

test("unloaded rows contain nothing yet", () => {
  expect(holderOf(3, [{ kind: "gap", seq: 1, at: "", count: 20 }])).toBe(null);
  expect(holderOf(3, [])).toBe(null);
});

test("a group is found in the chunk where it starts, on the same page", () => {
  const chunks: Record<number, Row[]> = { 9: [text(181)], 10: [text(205)], 13: [text(270)] };
  const rowsAt = (index: number) => chunks[index] ?? [];
  expect(chunkWith(210, rowsAt)).toBe(10);
  expect(chunkWith(250, rowsAt)).toBe(10);
  expect(chunkWith(265, rowsAt)).toBe(10);
  expect(chunkWith(275, rowsAt)).toBe(13);
  expect(chunkWith(202, rowsAt)).toBe(10);
});
