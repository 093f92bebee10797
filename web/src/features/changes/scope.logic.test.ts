import { describe, expect, test } from "bun:test";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { checkpointOf, comparisonOf, scopeGroups, scopeName, scopeOf } from "./scope.logic.ts";
import { checkpoint, ids, run } from "./testing/builders.ts";

const CREATED = checkpoint({ id: ids.checkpoint(1), kind: "created" });
const PLANNER_1 = checkpoint({ id: ids.checkpoint(2), kind: "run", pass: 1, run_id: ids.run(1) });
const OUTSIDE = checkpoint({ id: ids.checkpoint(3), kind: "outside", pass: 1 });
const PLANNER_2 = checkpoint({ id: ids.checkpoint(4), kind: "run", pass: 2, run_id: ids.run(2) });
const CODER_2 = checkpoint({ id: ids.checkpoint(5), kind: "run", pass: 2, run_id: ids.run(3) });
const ALL: readonly Checkpoint[] = [CREATED, PLANNER_1, OUTSIDE, PLANNER_2, CODER_2];

describe("a scope in the address", () => {
  test.each([null, "looked", "pass-3", ids.checkpoint(7)])("%p stays what it is", (name) => {
    expect(scopeName(scopeOf(name))).toBe(name);
  });
  test.each(["", "pass-", "pass-x", "HEAD~1"])("%p means everything", (name) => {
    expect(scopeOf(name)).toEqual({ kind: "whole" });
  });
});

describe("what is compared", () => {
  const compared = (name: string | null) => comparisonOf(scopeOf(name), ALL);

  test("the whole task is everything since its base", () => {
    expect(compared(null)).toEqual({ from: "base", to: "now" });
  });
  test("what a person has looked at is left out", () => {
    expect(compared("looked")).toEqual({ from: "looked", to: "now" });
  });
  test("a pass goes from before its first run to after its last", () => {
    expect(compared("pass-2")).toEqual({ from: OUTSIDE.id, to: CODER_2.id });
  });
  test("a run is compared with what was there before it", () => {
    expect(compared(PLANNER_2.id)).toEqual({ from: OUTSIDE.id, to: PLANNER_2.id });
  });
  test("the first checkpoint is compared with the base", () => {
    expect(compared(CREATED.id)).toEqual({ from: "base", to: CREATED.id });
  });
  test("what is not there cannot be compared", () => {
    expect(compared("pass-9")).toBeNull();
    expect(compared(ids.checkpoint(9))).toBeNull();
  });
});

test("files can be put back to the end of a pass or a run, not to now", () => {
  const backTo = (name: string | null) => checkpointOf(scopeOf(name), ALL)?.id ?? null;
  expect([null, "looked", "pass-1", OUTSIDE.id].map(backTo)).toEqual([
    null,
    null,
    PLANNER_1.id,
    OUTSIDE.id,
  ]);
});

test("scopes are offered with the newest first", () => {
  const runs = [
    run({ id: ids.run(1), agent_name: "Planner" }),
    run({ id: ids.run(2), agent_name: "Planner" }),
  ];
  const groups = scopeGroups(ALL, runs);
  expect(
    groups.map(({ label, choices }) => [label, ...choices.map((choice) => choice.label)]),
  ).toEqual([
    ["Passes", "Pass 2", "Pass 1"],
    ["Runs", "Run, pass 2", "Run: Planner, pass 2", "Run: Planner, pass 1"],
    ["Other states", "Changed outside Malamar", "When the work began"],
  ]);
  const names = groups.flatMap(({ choices }) => choices.map(({ name }) => name));
  expect(names).toContain("pass-2");
  expect(names).toContain(CODER_2.id);
});

test("without checkpoints there is nothing more to choose", () => {
  expect(scopeGroups([], [])).toEqual([]);
});
