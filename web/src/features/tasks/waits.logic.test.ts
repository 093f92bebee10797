import { expect, test } from "bun:test";
import { waitWords, type WaitFacts } from "./waits.logic.ts";

const now = new Date(2026, 0, 1, 12, 0);
const retry_at = new Date(2026, 0, 1, 14, 5).toISOString();

const waiting = (more: Partial<WaitFacts>) =>
  waitWords(
    {
      retry_at: null,
      wait_reason: null,
      wait_cli: null,
      wait_detail: null,
      is_processing: false,
      ...more,
    },
    now,
  );

test("a quota is named with its end, a failure with the next try", () => {
  expect(waiting({ retry_at, wait_reason: "quota", wait_cli: "claude" })).toMatch(
    /^Claude Code quota — resumes \d\d:05/,
  );
  expect(waiting({ retry_at, wait_reason: "backoff" })).toMatch(/^Retries \d\d:05/);
});

test("a wait without a time names its cause", () => {
  expect(waiting({ wait_reason: "engine", wait_cli: "claude", wait_detail: "not installed" })).toBe(
    "Waits for Claude Code: not installed",
  );
  expect(
    waiting({ wait_reason: "disk", wait_detail: "/data has 12 MB free, 2048 are wanted" }),
  ).toBe("Waits for disk space: /data has 12 MB free, 2048 are wanted");
  expect(waiting({ wait_reason: "directory", wait_detail: "Fix login" })).toBe(
    "waits for “Fix login”",
  );
});

test("a task that waits for nothing, is due or is running has no text", () => {
  expect(waiting({})).toBeNull();
  expect(
    waiting({ wait_reason: "backoff", retry_at: new Date(2026, 0, 1, 11).toISOString() }),
  ).toBeNull();
  expect(waiting({ wait_reason: "engine", wait_cli: "claude", is_processing: true })).toBeNull();
});
