import { expect, test } from "bun:test";
import { newestEntries } from "./newest-entries.ts";

const asText = (text: string) => ({ text });

test("everything that fits is there, oldest first", () => {
  expect(newestEntries(["c", "b", "a"], 3, asText, 1000)).toEqual({
    entries: [{ text: "a" }, { text: "b" }, { text: "c" }],
    left_out: 0,
  });
});

test("the oldest are left out, and counted", () => {
  // Each line has 12 bytes and its end.
  expect(newestEntries(["c", "b", "a"], 3, asText, 26)).toEqual({
    entries: [{ text: "b" }, { text: "c" }],
    left_out: 1,
  });
});

test("the newest one is complete, however long it is", () => {
  const long = "x".repeat(500);
  expect(newestEntries([long, "a"], 2, asText, 100)).toEqual({
    entries: [{ text: long }],
    left_out: 1,
  });
});

test("the budget is in bytes, not in characters", () => {
  expect(newestEntries(["é", "a"], 2, asText, 25).left_out).toBe(1);
});
