import { afterEach, expect, test } from "bun:test";
import { troubleOf, workOf } from "./card.logic.ts";

const MINUTE = 60_000;
const zone = process.env["TZ"];

afterEach(() => {
  process.env["TZ"] = zone ?? "UTC";
});

const now = new Date("2026-11-15T12:00:00.000Z");
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();

const idle = { is_processing: false, current_agent_name: null, current_run_started_at: null };

test("a waiting task has no agent at work", () => {
  expect(workOf(idle, now)).toBe(null);
});

test("a pass without an agent yet is starting", () => {
  expect(workOf({ ...idle, is_processing: true }, now)).toEqual({ who: "Starting", since: null });
});

test.each([
  [-30_000, "just started"],
  [0, "just started"],
  [MINUTE - 1, "just started"],
  [MINUTE, "1 min"],
  [2.9 * MINUTE, "2 min"],
  [65 * MINUTE, "1 h 5 min"],
])("an agent that started %p ms ago has worked for %p", (age, since) => {
  const task = { ...idle, current_agent_name: "Planner", current_run_started_at: before(age) };
  expect(workOf(task, now)).toEqual({ who: "Planner", since });
});

const calm = {
  status: "in_progress",
  is_processing: false,
  retry_at: null,
  wait_reason: null,
  wait_cli: null,
  wait_detail: null,
  last_error: null,
} as const;
const quota = {
  ...calm,
  wait_reason: "quota",
  wait_cli: "claude",
  retry_at: "2026-11-15T14:05:00.000Z",
} as const;
const failed = { ...calm, last_error: "CLI exited with code 1. boom" } as const;
const backoff = { ...failed, wait_reason: "backoff", retry_at: quota.retry_at } as const;

const trouble = (task: Parameters<typeof troubleOf>[0]) => troubleOf(task, now, "en-GB");

test("a task without trouble has none", () => {
  expect(trouble(calm)).toBe(null);
});

test.each([
  ["UTC", quota.retry_at, "Claude Code quota — resumes 14:05"],
  ["Asia/Kolkata", quota.retry_at, "Claude Code quota — resumes 19:35"],
  ["UTC", "2026-11-16T14:05:00.000Z", "Claude Code quota — resumes 16 Nov, 14:05"],
  // One in the morning of the next day there, and two of the same.
  ["Pacific/Auckland", "2026-11-15T13:00:00.000Z", "Claude Code quota — resumes 02:00"],
  ["America/New_York", "2026-11-16T04:30:00.000Z", "Claude Code quota — resumes 23:30"],
  ["America/New_York", "2026-11-16T05:30:00.000Z", "Claude Code quota — resumes 16 Nov, 00:30"],
])("a quota is named with its end in the reader's zone: %s, %s", (timeZone, retry_at, text) => {
  process.env["TZ"] = timeZone;
  expect(trouble({ ...quota, retry_at })).toEqual({ kind: "wait", text });
});

test("a quota of an unknown CLI is still shown", () => {
  process.env["TZ"] = "UTC";
  expect(trouble({ ...quota, wait_cli: null })?.text).toBe("CLI quota — resumes 14:05");
});

test("a quota takes precedence over an error", () => {
  expect(trouble({ ...quota, last_error: "Usage limit reached." })?.kind).toBe("wait");
});

test("a failure with a retry says when", () => {
  process.env["TZ"] = "UTC";
  expect(trouble(backoff)).toEqual({
    kind: "failure",
    text: "CLI exited with code 1. boom",
    retries: "retries 14:05",
  });
});

test("an error alone is an error", () => {
  expect(trouble(failed)).toEqual({ kind: "failure", text: failed.last_error, retries: null });
});

test("a wait that is over is not mentioned", () => {
  const retry_at = now.toISOString();
  expect(trouble({ ...quota, retry_at })).toBe(null);
  expect(trouble({ ...backoff, retry_at })).toMatchObject({ retries: null });
});

test("a running task does not wait", () => {
  expect(trouble({ ...quota, is_processing: true })).toBe(null);
  expect(trouble({ ...backoff, is_processing: true })).toMatchObject({ retries: null });
});

test("a done task has no trouble anymore", () => {
  expect(trouble({ ...failed, status: "done" })).toBe(null);
});
