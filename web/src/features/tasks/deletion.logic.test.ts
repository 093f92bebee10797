import { afterEach, expect, test } from "bun:test";
import { keptUntil, retentionOf } from "./deletion.logic.ts";

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
])("%p keeps done tasks for %p days", (workspace, days) => {
  expect(retentionOf(workspace)).toBe(days);
});

const done = (done_at: string) => ({ status: "done", done_at }) as const;

test.each([
  ["UTC", "2026-11-15T11:59:00.000Z", 7, "kept until 22 Nov"],
  ["UTC", "2026-11-09T00:00:00.000Z", 7, "kept until 16 Nov"],
  ["UTC", "2026-11-08T23:59:59.999Z", 7, "kept until today"],
  ["UTC", "2026-11-01T12:00:00.000Z", 7, "kept until today"],
  ["UTC", "2026-11-15T11:59:00.000Z", 60, "kept until 14 Jan 2027"],
  // The same moment is another day elsewhere.
  ["America/New_York", "2026-11-09T04:59:00.000Z", 7, "kept until today"],
  ["America/New_York", "2026-11-09T05:01:00.000Z", 7, "kept until 16 Nov"],
])("in %s, done at %s and kept for %p days: %p", (timeZone, doneAt, days, text) => {
  process.env["TZ"] = timeZone;
  expect(keptUntil(done(doneAt), days, now)).toBe(text);
});

test("a task that is not done, or kept forever, is not deleted", () => {
  expect(keptUntil({ status: "in_review", done_at: null }, 7, now)).toBe(null);
  expect(keptUntil(done("2026-11-15T11:59:00.000Z"), null, now)).toBe(null);
});
