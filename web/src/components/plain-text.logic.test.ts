import { expect, test } from "bun:test";
import { piecesOf } from "./plain-text.logic.ts";

test.each([
  ["nothing", ""],
  ["a line", "Hello"],
  ["a line of 20 MB", "x".repeat(20_000_000)],
  ["many lines", "A line of some words.\n".repeat(5_000)],
  ["surrogate pairs", "😀".repeat(30_001)],
  ["only line ends", "\n".repeat(30_000)],
])("%s: the pieces add up to the whole text, and none is long", (_what, text) => {
  const pieces = piecesOf(text);
  expect(pieces.join("") === text).toBe(true);
  expect(pieces.every((piece) => piece.length <= 10_000 && piece.isWellFormed())).toBe(true);
});

test("a piece ends at a line end if possible", () => {
  const pieces = piecesOf("A line of some words.\n".repeat(5_000));
  expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
});
