import { expect, test } from "bun:test";
import { afterWords, atClockTime, atNextMidnight } from "./limit-times.ts";

const NOW = new Date("2026-07-20T12:00:00.000Z");

test.each([
  ["5 days 22 hours 11 minutes", "2026-07-26T10:11:00.000Z"],
  ["1 hour", "2026-07-20T13:00:00.000Z"],
  ["30 seconds", "2026-07-20T12:00:30.000Z"],
  ["3h22m7s", "2026-07-20T15:22:07.000Z"],
  ["34.5s.", "2026-07-20T12:00:34.500Z"],
  ["120ms", "2026-07-20T12:00:00.120Z"],
])("%s from now", (text, expected) => {
  expect(afterWords(text, NOW)).toEqual(new Date(expected));
});

test.each([
  ["1:30am", "Asia/Dhaka", "2026-07-20T19:30:00.000Z"],
  ["2am", "UTC", "2026-07-21T02:00:00.000Z"],
  ["12am", "UTC", "2026-07-21T00:00:00.000Z"],
  ["12:30pm", "UTC", "2026-07-20T12:30:00.000Z"],
  ["12pm", "UTC", "2026-07-20T12:00:00.000Z"], // just now, and so not tomorrow
  ["10:57 PM", "GMT-3", "2026-07-21T01:57:00.000Z"],
  ["10:57 PM", "GMT+5:30", "2026-07-20T17:27:00.000Z"],
  ["Jul 31, 2am", "UTC", "2026-07-31T02:00:00.000Z"],
  ["Jul 27 at 4:30am", "Asia/Calcutta", "2026-07-26T23:00:00.000Z"],
  ["Jul 22nd, 2026 8:19 PM", "UTC", "2026-07-22T20:19:00.000Z"],
  ["Jul 5th, 2026 8:19 PM", "UTC", "2026-07-05T20:19:00.000Z"],
  ["Jan 2, 9am", "Europe/Berlin", "2027-01-02T08:00:00.000Z"],
])("%s in %s", (text, zone, expected) => {
  expect(atClockTime(text, zone, NOW)).toEqual(new Date(expected));
});

test.each([
  // Yesterday, and just now.
  ["11:59pm", "2026-07-20T00:00:30.000Z", "2026-07-19T23:59:00.000Z"],
  ["11pm", "2026-07-20T01:30:00.000Z", "2026-07-20T23:00:00.000Z"],
  ["Dec 31, 11:59pm", "2027-01-01T00:00:30.000Z", "2026-12-31T23:59:00.000Z"],
  ["Dec 31, 11:59pm", "2026-12-31T12:00:00.000Z", "2026-12-31T23:59:00.000Z"],
])("%s, read at %s", (text, now, expected) => {
  expect(atClockTime(text, "UTC", new Date(now))).toEqual(new Date(expected));
});

test.each([
  ["2026-07-20T12:00:00.000Z", "2026-07-21T07:00:00.000Z"],
  // The first minutes of the day.
  ["2026-07-20T07:00:00.000Z", "2026-07-21T07:00:00.000Z"],
  // A day of 25 hours.
  ["2026-11-01T07:30:00.000Z", "2026-11-02T08:00:00.000Z"],
])("the next midnight in California after %s", (now, expected) => {
  expect(atNextMidnight("America/Los_Angeles", new Date(now))).toEqual(new Date(expected));
});

test("without a zone this machine's clock counts", () => {
  const local = atClockTime("7:58 PM", undefined, NOW)!;
  expect([local.getHours(), local.getMinutes()]).toEqual([19, 58]);
});

test.each([
  ["soon", "UTC"],
  ["2am", "PST"],
  ["Xyz 3 at 2am", "UTC"],
])("%s in %s is not understood", (text, zone) => {
  expect(atClockTime(text, zone, NOW)).toBeNull();
});
