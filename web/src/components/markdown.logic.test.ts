import { expect, test } from "bun:test";
import { isProse } from "./markdown.logic.ts";

test.each([
  ["a text", "Some *words*.\n\n> a quote\n> > and one in it\n\n- a list\n  - in a list"],
  ["a line", "-".repeat(20)],
  ["nothing", ""],
])("%s is prose", (_what, text) => {
  expect(isProse(text)).toBe(true);
});

test.each([
  ["a text that is too long", "word ".repeat(20_001)],
  ["quotes without end", `first\n${">".repeat(5000)}`],
  ["lists without end", "- ".repeat(5000)],
  ["numbered lists without end", "1. ".repeat(5000)],
])("%s is not", (_what, text) => {
  expect(isProse(text)).toBe(false);
});
