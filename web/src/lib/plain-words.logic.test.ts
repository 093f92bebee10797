import { expect, test } from "bun:test";
import { plainWords } from "./plain-words.logic.ts";

test("it has the words without headings and marks", () => {
  const text =
    "# Role\n\nYou are the **Planner**.\n\n## When to act\n- Comment with `plan`\n1. Stop";
  expect(plainWords(text)).toBe("You are the Planner. Comment with plan Stop");
});

test("a text of nothing but headings is shown as it is", () => {
  expect(plainWords("# Plan everything")).toBe("# Plan everything");
});

test("it is short however long the text is", () => {
  expect(plainWords("word ".repeat(100_000)).length).toBeLessThanOrEqual(400);
});
