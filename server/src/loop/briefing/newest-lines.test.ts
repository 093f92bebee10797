import { expect, test } from "bun:test";
import { newestLines } from "./newest-lines.ts";

const asText = (text: string) => ({ text });

test("everything that fits is there, oldest first", () => {
  expect(newestLines(["c", "b", "a"], 3, asText, 1000)).toEqual({
    lines: ['{"text":"a"}', '{"text":"b"}', '{"text":"c"}'],
    leftOut: 0,
  });
});

test("the oldest are left out, and counted", () => {
  // Each line has 12 bytes and its end.
  expect(newestLines(["c", "b", "a"], 3, asText, 26)).toEqual({
    lines: ['{"text":"b"}', '{"text":"c"}'],
    leftOut: 1,
  });
});

test("the newest one is whole, however long it is", () => {
  const long = "x".repeat(500);
  expect(newestLines([long, "a"], 2, asText, 100)).toEqual({
    lines: [JSON.stringify({ text: long })],
    leftOut: 1,
  });
});

test("the budget is in bytes, not in characters", () => {
  expect(newestLines(["é", "a"], 2, asText, 25).leftOut).toBe(1);
});
