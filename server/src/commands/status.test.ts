import { expect, test } from "bun:test";
import { durationText } from "./status.ts";

test.each([
  [-5000, "less than a minute"],
  [59_999, "less than a minute"],
  [60_000, "1 min"],
  [3_600_000, "1 h"],
  [3_660_000, "1 h 1 min"],
  [86_400_000 * 2 + 3_600_000 * 3 + 60_000, "2 d 3 h"],
  [86_400_000 + 60_000, "1 d"],
])("%d ms are %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
