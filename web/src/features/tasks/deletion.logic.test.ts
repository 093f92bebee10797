import { afterEach, expect, test } from "bun:test";
import { deletionOf, retentionOf } from "./deletion.logic.ts";

const zone = process.env["TZ"];

afterEach(() => {
  process.env["TZ"] = zone ?? "UTC";
});

const now = new Date("2026-11-15T12:00:00.000Z");

test.each([
  [undefined, null],
  [{ auto_delete_done_tasks: false, retention_days: 7 }, null],
  [{ auto_delete_done_tasks: true, retention_days: 0 }, null],
  [{ auto_delete_done_tasks: true, retention_days: 7 }, 7],
])("%p keeps what is done for %p days", (workspace, days) => {
  expect(retentionOf(workspace)).toBe(days);
});

const done = (done_at: string) => ({ status: "done", done_at }) as const;

test.each([
  ["UTC", "2026-11-15T11:59:00.000Z", 7, "deleted in 7 days"],
  ["UTC", "2026-11-11T12:00:00.000Z", 7, "deleted in 3 days"],
  ["UTC", "2026-11-09T00:00:00.000Z", 7, "deleted in 1 day"],
  ["UTC", "2026-11-08T23:59:59.999Z", 7, "deleted today"],
  ["UTC", "2026-11-01T12:00:00.000Z", 7, "deleted today"],
  // The same moment is another day elsewhere.
  ["America/New_York", "2026-11-09T04:59:00.000Z", 7, "deleted today"],
  ["America/New_York", "2026-11-09T05:01:00.000Z", 7, "deleted in 1 day"],
])("in %s, done at %s and kept for %p days: %p", (timeZone, doneAt, days, text) => {
  process.env["TZ"] = timeZone;
  expect(deletionOf(done(doneAt), days, now)).toBe(text);
});

test("a day of 25 hours is one day", () => {
  process.env["TZ"] = "America/New_York";
  const evening = new Date("2026-10-31T23:00:00.000Z");
  expect(deletionOf(done("2026-10-31T22:00:00.000Z"), 2, evening)).toBe("deleted in 2 days");
});

test("what is not done, or kept for ever, is not deleted", () => {
  expect(deletionOf({ status: "in_review", done_at: null }, 7, now)).toBe(null);
  expect(deletionOf(done("2026-11-15T11:59:00.000Z"), null, now)).toBe(null);
});
