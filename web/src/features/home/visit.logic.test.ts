import { expect, test } from "bun:test";
import { storedVisit, visitAt, type Visit } from "./visit.logic.ts";

const EVENING = "2026-03-04T18:00:00.000Z";
const NOON = "2026-03-04T12:00:00.000Z";

test.each<[string, Visit | null, string, string | null]>([
  ["the first visit has no earlier one", null, EVENING, null],
  [
    "a reload is the same visit",
    { since: NOON, seen_at: EVENING },
    "2026-03-04T18:20:00.000Z",
    NOON,
  ],
  [
    "the next morning covers the night",
    { since: NOON, seen_at: EVENING },
    "2026-03-05T08:00:00.000Z",
    EVENING,
  ],
  ["a clock set back changes nothing", { since: NOON, seen_at: EVENING }, NOON, NOON],
])("%s", (_what, before, now, since) => {
  expect(visitAt(before, new Date(now))).toEqual({ since, seen_at: now });
});

test("only a valid visit is read back", () => {
  const visit = { since: null, seen_at: NOON };
  expect(storedVisit(JSON.stringify(visit))).toEqual(visit);
  for (const other of [null, "", "{", "[]", '{"since":"soon","seen_at":"now"}']) {
    expect(storedVisit(other)).toBe(null);
  }
});
