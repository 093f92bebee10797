import { expect, test } from "bun:test";
import type { Answer, Conversation } from "./mind.ts";
import { followSteps } from "./steps.ts";

const after = (...results: string[]): Conversation => ({
  protocol: "chat",
  model: "m",
  prompt: "do it",
  results,
  tools: ["bash"],
});

const FIRST: Answer = { kind: "runs", command: "ls" };
const SECOND: Answer = { kind: "fails", status: 500 };
const LAST: Answer = { kind: "says", text: "Done." };

test.each<[string[], Answer]>([
  [[], FIRST],
  [["a"], SECOND],
  [["a", "b"], LAST],
  [["a", "b", "c"], LAST],
  [["a", "b", "c", "d"], LAST],
])("every tool result leads to the next step, and the last one repeats: %p", (results, step) => {
  expect(followSteps([FIRST, SECOND, LAST])(after(...results))).toBe(step);
});

test("a repeated request gets the same step again", () => {
  const mind = followSteps([FIRST, SECOND]);
  expect([mind(after("a")), mind(after("a"))]).toEqual([SECOND, SECOND]);
});

test("a script without steps is refused", () => {
  expect(() => followSteps([])).toThrow("at least one step");
});
