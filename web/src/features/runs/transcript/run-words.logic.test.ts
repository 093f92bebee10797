import { expect, test } from "bun:test";
import type { Run } from "@malamar/contract/run.ts";
import { endWords, elapsed, runLabel, spentBy, spentWords, stopwatch } from "./run-words.logic.ts";
import { used } from "./testing/events.ts";

function testRun(fields: Partial<Run> = {}): Run {
  return {
    agent_name: "Planner",
    cli_type: "claude",
    status: "succeeded",
    started_at: "2026-01-01T00:00:00.000Z",
    input_tokens: null,
    output_tokens: null,
    cached_tokens: null,
    cost_usd: null,
    ...fields,
    // Fields that these functions do not read.
  } as Run;
}

test.each([
  ["succeeded", null, "Finished"],
  ["failed", "no_credit", "Failed: no credit left"],
  ["cancelled", "idle_timeout_minutes", "Stopped: it was idle for too long"],
] as const)("%s because of %s is in plain words", (status, kind, words) => {
  expect(endWords(status, kind, null)).toBe(words);
});

test.each([
  [-5, "0:00"],
  [8_900, "0:08"],
  [65_000, "1:05"],
  [725_000, "12:05"],
  [3_600_000, "1:00:00"],
  [3_753_000, "1:02:33"],
  [100 * 3_600_000, "100:00:00"],
])("%d ms are %s", (ms, words) => {
  expect(stopwatch(ms)).toBe(words);
});

test("an event's time counts from the start of its run", () => {
  expect(elapsed("2026-01-01T00:00:00.000Z", "2026-01-01T00:01:05.900Z")).toBe("1:05");
});

test("a finished run has its own figures, a running one the last it reported", () => {
  const told = used(3, 500);
  expect(spentBy(testRun({ status: "running" }), null)).toBe(null);
  expect(spentBy(testRun({ status: "running" }), told)).toBe(told);
  const over = testRun({ input_tokens: 700, cost_usd: 0.5 });
  expect(spentBy(over, told)).toBe(over);
  expect(spentBy(over, null)).toBe(over);
  expect(spentBy(testRun({ status: "cancelled" }), told)).toBe(told);
  expect(spentBy(testRun(), null)).toBe(null);
});

test("usage is shown as far as it is known", () => {
  expect(spentWords(null, false)).toEqual([]);
  const all = testRun({
    input_tokens: 1234,
    output_tokens: 0,
    cached_tokens: 100,
    cost_usd: 0.021,
  });
  expect(spentWords(all, false)).toEqual(["1.2k in", "0 out", "100 cached", "$0.02"]);
  expect(spentWords(testRun({ input_tokens: 5 }), false)).toEqual(["5 in", "cost unknown"]);
});

test("a running run says counting until its first report, and its cost may still come", () => {
  expect(spentWords(null, true)).toEqual(["counting…"]);
  expect(spentWords(testRun({ input_tokens: 5 }), true)).toEqual(["5 in"]);
});

test("an estimate is called one", () => {
  const reckoned = testRun({ input_tokens: 5, output_tokens: 1, is_estimated: true });
  expect(spentWords(reckoned, true)).toEqual(["5 in", "1 out", "estimated"]);
  expect(spentWords(reckoned, false)).toEqual(["5 in", "1 out", "estimated", "cost unknown"]);
});

test("a run is named by agent, CLI, time and result", () => {
  const now = new Date("2026-01-01T00:02:30.000Z");
  expect(runLabel(testRun({ status: "failed" }), now)).toBe(
    "Planner · Claude Code · 2 min ago · failed",
  );
});
