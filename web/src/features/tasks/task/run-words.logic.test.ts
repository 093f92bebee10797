import { describe, expect, test } from "bun:test";
import {
  failureFacts,
  failureTitle,
  figuresSoFar,
  runFacts,
  runOutcome,
  selectedRun,
} from "./run-words.logic.ts";
import { run, runId } from "#features/tasks/testing/builders.ts";

describe("the outcome of a run", () => {
  test.each([
    ["comment", "commented"],
    ["skip", "skipped"],
    ["in_review", "asked for review"],
  ] as const)("is its action %s in words", (action, words) => {
    expect(runOutcome(run("r", "10:00", "10:01", { action_type: action }))).toBe(words);
  });

  test.each([
    ["not_logged_in", null, "failed: the CLI is not logged in"],
    ["exited", 3, "failed: the CLI exited with code 3"],
    ["exited", null, "failed: the CLI exited"],
    ["toString", null, "failed: toString"],
    ["struck_by_lightning", null, "failed: struck by lightning"],
    [null, null, "failed: unknown reason"],
  ])("names the failure %p (%p)", (failure_kind, exit_code, words) => {
    const failed = run("r", "10:00", "10:01", { status: "failed", failure_kind, exit_code });
    expect(runOutcome(failed)).toBe(words);
  });

  test("names the limit, or the user, that stopped it", () => {
    const stopped = run("r", "10:00", "10:01", { status: "cancelled" });
    expect(runOutcome(stopped)).toBe("stopped");
    expect(runOutcome({ ...stopped, failure_kind: "idle_timeout_minutes" })).toBe(
      "stopped: it was idle for too long",
    );
  });

  test("is open while it runs, and if Malamar stopped before its end", () => {
    expect(runOutcome(run("r", "10:00", null))).toBe("working");
    expect(runOutcome(run("r", "10:00", "10:01", { status: "lost" }))).toBe(
      "lost when Malamar stopped",
    );
  });
});

test.each([
  ["not_installed", "failed", "Planner couldn’t start: Claude Code isn’t installed"],
  ["not_started", "failed", "Planner couldn’t start"],
  ["no_credit", "failed", "Planner failed: no credit left"],
  ["idle_timeout_minutes", "cancelled", "Planner was stopped: it was idle for too long"],
  [null, "failed", "Planner failed"],
] as const)("a run that failed (%p, %p) says so once", (failure_kind, status, words) => {
  const failed = run("r", "10:00:00", "10:00:12", { failure_kind, status });
  expect(failureTitle(failed)).toBe(words);
  expect(failureFacts(failed)).toEqual(["Claude Code", "12 s"]);
});

describe("the figures of a run", () => {
  const facts = (more: Parameters<typeof run>[3]) =>
    runFacts(run("r", "10:00:00", "10:00:12", more));

  test("are its time, its tokens and its cost", () => {
    expect(facts({ input_tokens: 1200, output_tokens: 300, cost_usd: 0.02 })).toEqual([
      "Claude Code",
      "commented",
      "12 s",
      "1.5k tokens",
      "$0.02",
    ]);
  });

  test("say if a cost was not reported, except for a run that used nothing", () => {
    expect(facts({ output_tokens: 10 })).toContain("cost unknown");
    expect(facts({})).toEqual(["Claude Code", "commented", "12 s"]);
  });
});

test("a running run shows its usage so far", () => {
  const soFar = (more: Parameters<typeof run>[3]) => figuresSoFar(run("r", "10:00", null, more));
  expect(soFar({})).toBe("counting…");
  expect(soFar({ input_tokens: 1200, output_tokens: 300 })).toBe("1.5k tokens");
  expect(soFar({ input_tokens: 1200, cost_usd: 0.02 })).toBe("1.2k tokens · $0.02");
  expect(soFar({ input_tokens: 1200, is_estimated: true })).toBe("1.2k tokens (estimated)");
});

test("an estimate is still called one after the run", () => {
  const over = run("r", "10:00:00", "10:00:12", { input_tokens: 1200, is_estimated: true });
  expect(runFacts(over)).toContain("1.2k tokens (estimated)");
});

describe("the run whose transcript is shown", () => {
  const runs = [run("a", "10:00", "10:01"), run("b", "10:02", null), run("c", "10:03", "10:04")];

  test("is the requested one", () => {
    expect(selectedRun(runs, runId("a"))?.id).toBe(runId("a"));
  });

  test("is otherwise the one in progress, or the newest", () => {
    expect(selectedRun(runs, "unknown")?.id).toBe(runId("b"));
    expect(selectedRun([runs[0]!, runs[2]!], null)?.id).toBe(runId("c"));
    expect(selectedRun([], null)).toBeUndefined();
  });
});
