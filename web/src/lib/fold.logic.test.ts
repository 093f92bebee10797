import { expect, test } from "bun:test";
import { foldedHead } from "./fold.logic.ts";

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`).join("\n");

test("a text of ordinary length is shown in full", () => {
  expect(foldedHead(lines(60))).toBeNull();
  expect(foldedHead(`${lines(60)}\n\n`)).toBeNull();
  expect(foldedHead("a ".repeat(3_000))).toBeNull();
});

test("of many lines the first ones are shown", () => {
  expect(foldedHead(lines(61))).toBe(lines(24));
});

test("one long line is cut between words", () => {
  const head = foldedHead("word ".repeat(2_000));
  expect(head).toEndWith("word …");
  expect(head!.length).toBeLessThan(2_010);
});

test("a text without spaces is cut anyway, and never inside a character", () => {
  const head = foldedHead(`a${"😀".repeat(5_000)}`);
  expect(head!.isWellFormed()).toBe(true);
  expect(head!.length).toBeLessThan(2_010);
});
