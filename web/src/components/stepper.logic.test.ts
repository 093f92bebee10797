import { AgentId } from "@malamar/contract/ids.ts";
import { describe, expect, test } from "bun:test";
import { stepLabel, stepperView, type StepOutcome } from "./stepper.logic.ts";

function team(...outcomes: StepOutcome[]) {
  return outcomes.map((outcome, index) => ({
    agent_id: AgentId.parse(`agent-${index + 1}`.padEnd(21, "-")),
    name: `Agent${index + 1}`,
    outcome,
  }));
}

const none = (count: number): StepOutcome[] => Array.from({ length: count }, () => null);

test.each([
  ["done", "Planner: done"],
  ["skipped", "Planner: skipped"],
  ["running", "Planner: running"],
  ["failed", "Planner: failed"],
  ["waiting", "Planner: waiting"],
  [null, "Planner: not yet"],
] as const)("an agent that is %j reads %j", (outcome, label) => {
  expect(stepLabel({ name: "Planner", outcome })).toBe(label);
});

test("up to eight agents each have a mark, and one sentence names them all", () => {
  expect(stepperView(team("done", "running", null))).toEqual({
    kind: "marks",
    label: "Agent1: done, Agent2: running, Agent3: not yet",
  });
  expect(stepperView(team(...none(8))).kind).toBe("marks");
});

describe("more than eight agents are shown as the number", () => {
  test.each<[string, StepOutcome[], string, string]>([
    [
      "of the running agent",
      ["done", "skipped", "running", ...none(9)],
      "3 of 12",
      "Agent3: running",
    ],
    ["of the failed agent", ["done", "failed", ...none(10)], "2 of 12", "Agent2: failed"],
    ["of the waiting agent", ["waiting", ...none(11)], "1 of 12", "Agent1: waiting"],
    ["of the last agent that had a turn", ["done", "done", ...none(10)], "2 of 12", "Agent2: done"],
  ])("%s", (_when, outcomes, text, step) => {
    expect(stepperView(team(...outcomes))).toMatchObject({
      kind: "count",
      text,
      label: `Agent ${text}: ${step}`,
    });
  });

  test("before the first agent's turn there is no current agent", () => {
    expect(stepperView(team(...none(9)))).toEqual({
      kind: "count",
      text: "0 of 9",
      label: "Agent 0 of 9",
      outcome: null,
    });
  });
});
