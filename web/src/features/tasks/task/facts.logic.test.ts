import { describe, expect, test } from "bun:test";
import type { Workspace } from "@malamar/contract/workspace.ts";
import {
  costWords,
  directoryHint,
  isUnrecorded,
  passWords,
  spendWords,
  timeLimitWords,
  tokenWords,
} from "./facts.logic.ts";
import { runId, spend } from "#features/tasks/testing/builders.ts";

describe("the cost", () => {
  test("is the sum, with its limit", () => {
    expect(costWords(spend({ cost_usd: 0.12, run_count: 2 }))).toBe("$0.12");
    expect(costWords(spend({ cost_usd: 0.12, run_count: 2 }), 1)).toBe("$0.12 of $1.00");
  });

  test("is at least the sum if some runs reported none", () => {
    const some = spend({ cost_usd: 0.12, run_count: 2, unpriced_run_count: 1 });
    expect(costWords(some)).toBe("at least $0.12");
  });

  test("is unknown if no run reported one, and empty before the first", () => {
    expect(costWords(spend({ run_count: 2, unpriced_run_count: 2 }))).toBe("cost unknown");
    expect(costWords(spend())).toBe("$0.00");
  });
});

test("passes are counted against the limit, unless that was lowered below them", () => {
  const workspace = { max_passes: 15 };
  expect(passWords(3, workspace)).toBe("3 of 15 since your last input");
  expect(passWords(5, { max_passes: 3 })).toBe("5 since your last input");
  expect(passWords(3, undefined)).toBe("3 since your last input");
});

test("tokens are input plus output, as the token limit counts them", () => {
  const used = spend({ input_tokens: 1_000, output_tokens: 500, cached_tokens: 9_000 });
  expect(tokenWords(used)).toBe("1.5k tokens");
  expect(tokenWords(used, 50_000)).toBe("1.5k of 50k tokens");
});

test("tokens that are partly estimated say so", () => {
  const used = spend({ input_tokens: 1_000, run_count: 2, estimated_run_count: 1 });
  expect(tokenWords(used)).toBe("1k tokens (estimated)");
  expect(tokenWords(used, 50_000)).toBe("1k of 50k tokens (estimated)");
});

describe("what a task has used", () => {
  const atWork = { current_run_id: runId("r") };
  const atRest = { current_run_id: null };

  test("says counting while a run has not reported anything yet", () => {
    expect(spendWords(spend(), atWork)).toEqual(["counting…"]);
    expect(spendWords(spend(), atWork, { max_tokens: 50_000, max_cost_usd: 1 })).toEqual([
      "counting… of 50k tokens",
      "counting… of $1.00",
    ]);
  });

  test("says that the cost is being counted while a run may still report it", () => {
    const used = spend({ input_tokens: 1_000, run_count: 1, unpriced_run_count: 1 });
    expect(spendWords(used, atWork, { max_cost_usd: 1 })).toEqual([
      "1k tokens",
      "counting… of $1.00",
    ]);
    expect(spendWords(used, atRest, { max_cost_usd: 1 })).toEqual([
      "1k tokens",
      "cost unknown of $1.00",
    ]);
    const after = spend({ cost_usd: 0.12, run_count: 2, unpriced_run_count: 1 });
    expect(spendWords(after, atWork, { max_cost_usd: 1 })[1]).toBe("at least $0.12 of $1.00");
  });

  test("is shown as soon as something is known, and before the first run", () => {
    const used = spend({ input_tokens: 1_000, run_count: 1, unpriced_run_count: 1 });
    expect(spendWords(used, atWork)).toEqual(["1k tokens"]);
    expect(spendWords(used, atRest)).toEqual(["1k tokens", "cost unknown"]);
    expect(spendWords(spend(), atRest)).toEqual(["0 tokens", "$0.00"]);
  });
});

test("only existing time limits are listed", () => {
  expect(timeLimitWords({ run_timeout_minutes: 0, idle_timeout_minutes: 0 })).toBeNull();
  expect(timeLimitWords({ run_timeout_minutes: 30, idle_timeout_minutes: 60 })).toBe(
    "30 min per run, idle timeout 60 min",
  );
});

describe("the directory of a task with a branch", () => {
  const workspace = { working_directory_mode: "git" } as Workspace;
  const idle = { working_directory: "/w/shop-1a2b3c4d", spend: spend(), current_run_id: null };
  const worked = { ...idle, spend: spend({ run_count: 1 }) };
  const ready = { state: "ready", problem: null } as const;

  test("is made with the first run, and again after it was removed", () => {
    expect(directoryHint(idle, workspace, null)).toBe("Created when the first agent starts.");
    expect(directoryHint(worked, workspace, null)).toBe("Removed. The next run recreates it.");
  });

  test("says that it is missing, and what happens then", () => {
    expect(directoryHint(worked, workspace, { ...ready, state: "missing" })).toBe(
      "Missing. The next run restores it from the latest checkpoint.",
    );
  });

  test("says what is wrong with it", () => {
    const problem = "the setup command failed (exit code 1)";
    expect(directoryHint(idle, workspace, { state: "creating", problem })).toBe(problem);
    expect(directoryHint(idle, workspace, { state: "creating", problem: null })).toBe("Creating…");
  });

  test("needs no words while it is fine, or not yet known", () => {
    expect(directoryHint(worked, workspace, ready)).toBeNull();
    expect(directoryHint(worked, workspace, undefined)).toBeNull();
  });
});

test("a shared folder without checkpoints is asked about", () => {
  const workspace = (mode: Workspace["working_directory_mode"], checkpoints: boolean) =>
    ({ working_directory_mode: mode, checkpoints }) as Workspace;
  expect(isUnrecorded(workspace("static", false))).toBe(true);
  expect(isUnrecorded(workspace("static", true))).toBe(false);
  expect(isUnrecorded(workspace("git", false))).toBe(false);
  expect(isUnrecorded(undefined)).toBe(false);
});
