import { describe, expect, test } from "bun:test";
import { costWords, timeLimitWords, tokenWords, waitWords } from "./facts.logic.ts";
import { spend } from "#features/tasks/testing/builders.ts";

describe("the cost", () => {
  test("is the sum, with its limit", () => {
    expect(costWords(spend({ cost_usd: 0.12, run_count: 2 }))).toBe("$0.12");
    expect(costWords(spend({ cost_usd: 0.12, run_count: 2 }), 1)).toBe("$0.12 of $1.00");
  });

  test("is at least the sum when some runs told none", () => {
    const some = spend({ cost_usd: 0.12, run_count: 2, unpriced_run_count: 1 });
    expect(costWords(some)).toBe("at least $0.12");
  });

  test("is unknown when no run told one, and nothing before the first", () => {
    expect(costWords(spend({ run_count: 2, unpriced_run_count: 2 }))).toBe("cost unknown");
    expect(costWords(spend())).toBe("$0.00");
  });
});

test("tokens are what went in and what came out, as the guard counts them", () => {
  const used = spend({ input_tokens: 1_000, output_tokens: 500, cached_tokens: 9_000 });
  expect(tokenWords(used)).toBe("1.5k tokens");
  expect(tokenWords(used, 50_000)).toBe("1.5k of 50k tokens");
});

describe("waiting", () => {
  const now = new Date(2026, 0, 1, 12, 0);
  const retry_at = new Date(2026, 0, 1, 14, 5).toISOString();
  const words = (task: Parameters<typeof waitWords>[0]) => waitWords(task, now);

  test("names the quota and when it ends", () => {
    expect(words({ retry_at, wait_reason: "quota", wait_cli: "claude" })).toMatch(
      /^Claude Code quota — resumes \d\d:05/,
    );
  });

  test("names the next try", () => {
    expect(words({ retry_at, wait_reason: "backoff", wait_cli: null })).toMatch(/^Retries \d\d:05/);
  });

  test("is nothing when nothing is waited for", () => {
    expect(words({ retry_at: null, wait_reason: null, wait_cli: null })).toBeNull();
  });
});

test("limits in time are named only where there are any", () => {
  expect(timeLimitWords({ run_timeout_minutes: 0, idle_timeout_minutes: 0 })).toBeNull();
  expect(timeLimitWords({ run_timeout_minutes: 30, idle_timeout_minutes: 60 })).toBe(
    "30 min a run, 60 min of silence",
  );
});
