import { expect, test } from "bun:test";
import { absoluteTime, counted, relativeTime } from "./format.ts";

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
