import { expect, test } from "bun:test";
import { createEstimate } from "./estimate.ts";

/** What a CLI sends its model on its own, with every call. */
const UNSEEN = 10_000;

const said = (characters: number) => ({ type: "text", text: "x".repeat(characters) }) as const;
const called = (characters: number) =>
  ({ type: "tool_call", id: "t", name: "Bash", input: "x".repeat(characters - 2) }) as const;
const answered = (characters: number) =>
  ({ type: "tool_result", id: "t", output: "x".repeat(characters), is_error: false }) as const;

function estimated(...events: Parameters<ReturnType<typeof createEstimate>["see"]>[0][]) {
  const estimate = createEstimate(400);
  for (const event of events) estimate.see(event);
  return estimate.tokens();
}

test("nothing was used as long as no model has spoken", () => {
  expect(estimated({ type: "stderr", text: "Starting" }, { type: "raw", line: "{}" })).toBeNull();
});

test("a call's input is what was said before it, and its output is what the model says", () => {
  expect(estimated(said(40), said(40))).toEqual({ input_tokens: UNSEEN + 100, output_tokens: 20 });
});

test("the next call sends everything again", () => {
  const first = UNSEEN + 100;
  const second = first + 10 + 1000;
  expect(estimated(called(40), answered(4000), said(80))).toEqual({
    input_tokens: first + second,
    output_tokens: 10 + 20,
  });
});

test("of a tool's output only so much is sent, and no more than fits into a model", () => {
  const flood = answered(10_000_000);
  const { input_tokens } = estimated(said(4), flood, said(4))!;
  expect(input_tokens).toBe(2 * (UNSEEN + 100) + 1 + 8192);
  const round = [flood, said(4)];
  const rounds = Array.from({ length: 100 }, () => round).flat();
  expect(estimated(...rounds)!.input_tokens).toBeLessThan(100 * 200_000);
});

test("what cannot be written as JSON still counts as a call", () => {
  const input: unknown[] = [];
  input.push(input);
  expect(estimated({ type: "tool_call", id: "t", name: "Bash", input })).toEqual({
    input_tokens: UNSEEN + 100,
    output_tokens: 0,
  });
});
