import { AgentId } from "@malamar/contract/ids.ts";
import { describe, expect, test } from "bun:test";
import { run } from "#features/tasks/testing/builders.ts";
import { cellFigures, cellLabel, passHeading, railOf } from "./run-rail.logic.ts";

const agent = (name: string) => AgentId.parse(name.padEnd(21, "-"));
const step = (name: string) => ({ agent_id: agent(name), name, outcome: null });
const by = (name: string, pass: number | null) => ({
  agent_id: agent(name),
  agent_name: name,
  pass,
});

describe("the rail of a task", () => {
  test("has a row per pass, newest first, and the team in order", () => {
    const runs = [
      run("a", "10:00", "10:01", by("Planner", 1)),
      run("b", "10:01", "10:02", by("Builder", 1)),
      run("c", "10:03", null, by("Planner", 2)),
    ];
    const rail = railOf([step("Planner"), step("Builder"), step("Reviewer")], runs);
    expect(rail.agents.map(({ name }) => name)).toEqual(["Planner", "Builder", "Reviewer"]);
    expect(
      rail.passes.map(({ pass, cells }) => [pass, cells.map((cell) => cell?.run ?? null)]),
    ).toEqual([
      [2, [runs[2], null, null]],
      [1, [runs[0], runs[1], null]],
    ] as never);
  });

  test("shows the last of several tries, and their number", () => {
    const runs = [
      run("a", "10:00", "10:01", { ...by("Planner", 1), status: "failed" }),
      run("b", "10:05", "10:06", by("Planner", 1)),
    ];
    expect(railOf([step("Planner")], runs).passes[0]?.cells).toEqual([{ run: runs[1]!, tries: 2 }]);
  });

  test("lists former agents that worked on it after the team", () => {
    const gone = run("a", "10:00", "10:01", { ...by("Planner", 1), agent_id: null });
    const { agents } = railOf([step("Builder")], [gone]);
    expect(agents.map(({ name, engine }) => [name, engine])).toEqual([
      ["Builder", undefined],
      ["Planner", "claude"],
    ]);
  });

  test("counts the runs without a known pass", () => {
    const rail = railOf([step("Planner")], [run("a", "10:00", "10:01", by("Planner", null))]);
    expect(rail).toMatchObject({ passes: [], uncounted: 1 });
  });
});

test("a cell tells the outcome, the time and the cost", () => {
  const done = run("a", "10:00", "10:02", { cost_usd: 0.02, action_type: "in_review" });
  expect(cellFigures({ run: done, tries: 1 })).toEqual(["2 min", "$0.02"]);
  expect(cellLabel("Planner", 3, { run: done, tries: 2 })).toBe(
    "Planner, pass 3: asked for review, 2 min, $0.02, 2 tries",
  );
  expect(cellLabel("Planner", 1, { run: run("b", "10:00", null), tries: 1 })).toBe(
    "Planner, pass 1: working",
  );
});

test.each([
  [3, 3, 15, "Pass 3 of 15"],
  [7, 2, 15, "Pass 7 · 2 of 15 since your last input"],
  [3, 3, undefined, "Pass 3"],
  [null, 0, 15, "Pass 0 of 15"],
  [5, 5, 3, "Pass 5"],
])("pass %p, %p since the last input, limit %p", (pass, pass_count, max_passes, words) => {
  const workspace = max_passes === undefined ? undefined : { max_passes };
  expect(passHeading({ pass, pass_count }, workspace)).toBe(words);
});
