import { expect, test } from "bun:test";
import { instructionPreview } from "./instruction-preview.logic.ts";

test("a preview has the words without headings and marks", () => {
  const text =
    "# Role\n\nYou are the **Planner**.\n\n## When to act\n- Comment with `plan`\n1. Stop";
  expect(instructionPreview(text)).toBe("You are the Planner. Comment with plan Stop");
});

test("an instruction of headings only is shown as it is", () => {
  expect(instructionPreview("# Plan everything")).toBe("# Plan everything");
});

test("a preview is short however long the instruction is", () => {
  expect(instructionPreview("word ".repeat(100_000)).length).toBeLessThanOrEqual(400);
});
