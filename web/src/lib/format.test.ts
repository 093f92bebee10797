import { expect, test } from "bun:test";
import {
  absoluteTime,
  clockTime,
  counted,
  dollars,
  duration,
  fileSize,
  localTimes,
  relativeTime,
  tokens,
} from "./format.ts";

const now = new Date(2026, 5, 15, 12, 0, 0);
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, "just now"],
  [59 * SECOND, "just now"],
  [-5 * MINUTE, "just now"],
  [MINUTE, "1 min ago"],
  [5 * MINUTE, "5 min ago"],
  [HOUR - SECOND, "59 min ago"],
  [HOUR, "1 hour ago"],
  [3 * HOUR + 59 * MINUTE, "3 hours ago"],
  [DAY - SECOND, "23 hours ago"],
  [DAY, "1 day ago"],
  [2 * DAY, "2 days ago"],
  [7 * DAY - SECOND, "6 days ago"],
  [7 * DAY, "Jun 8"],
])("%d ms ago reads %s", (age, text) => {
  expect(relativeTime(before(age), now, "en-US")).toBe(text);
});

test("a day of a past year names the year", () => {
  expect(relativeTime(new Date(2025, 0, 15).toISOString(), now, "en-US")).toBe("Jan 15, 2025");
});

test("dates follow the reader's locale", () => {
  expect(relativeTime(new Date(2026, 0, 15).toISOString(), now, "de-DE")).toBe("15. Jan.");
});

test("the absolute time names day, year and clock", () => {
  const text = absoluteTime(new Date(2026, 0, 15, 9, 5, 7).toISOString(), "en-US");
  expect(text).toContain("Thursday, January 15, 2026");
  expect(text).toContain("9:05:07");
});

test("counts have the right noun", () => {
  expect([counted(0, "agent"), counted(1, "agent"), counted(2, "agent")]).toEqual([
    "0 agents",
    "1 agent",
    "2 agents",
  ]);
});

test.each([
  [-5, "0 s"],
  [8_400, "8 s"],
  [60_000, "1 min"],
  [59 * 60_000 + 59_000, "59 min"],
  [3_600_000, "1 h"],
  [3_900_000, "1 h 5 min"],
  [51 * 3_600_000, "2 d 3 h"],
])("%p ms take %p", (ms, words) => {
  expect(duration(ms)).toBe(words);
});

test("a time today is a clock time, any other has its day", () => {
  const now = new Date(2026, 10, 15, 9, 0);
  const at = (day: number) => new Date(2026, 10, day, 14, 5).toISOString();
  expect(clockTime(at(15), now, "en-GB")).toBe("14:05");
  expect(clockTime(at(15), now, "en-US")).toBe("14:05");
  expect(clockTime(at(16), now, "en-GB")).toBe("16 Nov, 14:05");
});

test.each([
  [0, "0"],
  [950, "950"],
  [1_000, "1k"],
  [12_345, "12.3k"],
  [999_949, "999.9k"],
  [999_950, "1M"],
  [4_510_000, "4.5M"],
])("%p tokens are %p", (count, words) => {
  expect(tokens(count)).toBe(words);
});

test.each([
  [0, "$0.00"],
  [0.000_01, "$0.0001"],
  [0.0042, "$0.0042"],
  [0.421, "$0.42"],
  [12, "$12.00"],
])("%p dollars are %p", (amount, words) => {
  expect(dollars(amount)).toBe(words);
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_234, "1.2 KB"],
  [250_000_000, "250 MB"],
  [2_500_000_000, "2.5 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

test("times in Malamar's texts are converted to the reader's zone", () => {
  const at = new Date(2026, 10, 15, 14, 5, 30);
  const text = `It failed (12 times, last at ${at.toISOString()}).`;
  const now = new Date(2026, 10, 15, 18, 0);
  expect(localTimes(text, now, "en-GB")).toBe("It failed (12 times, last at 14:05).");
  expect(localTimes("at 2026-99-99T99:99:99.000Z, 2026-01-01", now)).toBe(
    "at 2026-99-99T99:99:99.000Z, 2026-01-01",
  );
});
