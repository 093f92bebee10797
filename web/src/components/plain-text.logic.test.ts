import { expect, test } from "bun:test";
import { piecesOf } from "./plain-text.logic.ts";

test.each([
  ["nothing", ""],
  ["a line", "Hello"],
  ["a line of 20 MB", "x".repeat(20_000_000)],
  ["many lines", "A line of some words.\n".repeat(5_000)],
  ["characters of two halves", "😀".repeat(30_001)],
  ["line ends alone", "\n".repeat(30_000)],
])("%s: the pieces are the whole text, and none is long", (_what, text) => {
  const pieces = piecesOf(text);
  expect(pieces.join("") === text).toBe(true);
  expect(pieces.every((piece) => piece.length <= 10_000 && piece.isWellFormed())).toBe(true);
});

test("a piece ends with a line where it can", () => {
  const pieces = piecesOf("A line of some words.\n".repeat(5_000));
  expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
});
