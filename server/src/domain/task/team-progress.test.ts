import { expect, test } from "bun:test";
import type { AgentId } from "@malamar/contract/ids.ts";
import { teamProgress, type Member, type PastRun } from "./team-progress.ts";

const agentId = (name: string) => name as AgentId;

const TEAM: Member[] = ["P", "B", "R"].map((name, at) => ({
  id: agentId(name),
  name,
  order: at + 1,
}));

/** "2 B comment": pass, agent, and what it did; "running" or how it ended where it did nothing. */
function runsOf(...lines: string[]): PastRun[] {
  return lines.map((line, place) => {
    const [pass, agent, what] = line.split(" ");
    const ends = { running: "running", lost: "lost", succeeded: "succeeded" } as const;
    const bare = ends[what as keyof typeof ends];
    return {
      place,
      pass: Number(pass),
      agent_id: agentId(agent!),
      status: bare ?? "succeeded",
      action_type: bare ? null : (what as PastRun["action_type"]),
    };
  });
}

const NO_WAIT = { wait_reason: null, waits_for: null, parked: null };

const shown = (progress: Partial<Parameters<typeof teamProgress>[1]>) => {
  const { pass, team } = teamProgress(TEAM, { runs: [], ...NO_WAIT, ...progress });
  return [pass, ...team.map(({ outcome }) => outcome)];
};

test.each<[string, string[], ReturnType<typeof shown>]>([
  ["nobody has begun", [], [null, null, null, null]],
  ["the first is at work", ["1 P running"], [1, "running", null, null]],
  ["each in its way", ["1 P comment", "1 B skip", "1 R in_review"], [1, "done", "skipped", "done"]],
  ["only the latest pass counts", ["1 P skip", "1 B skip", "2 P comment"], [2, "done", null, null]],
  ["a failure", ["1 P skip", "1 B error"], [1, "skipped", "failed", null]],
  ["a stop", ["1 P comment", "1 B cancelled"], [1, "done", null, null]],
  ["a process that was lost", ["1 P lost"], [1, "failed", null, null]],
  ["tried again in the same pass", ["1 P error", "1 P comment"], [1, "done", null, null]],
  ["an end of which no more is known", ["1 P succeeded"], [1, "done", null, null]],
  ["an agent that is gone", ["1 X comment", "1 B running"], [1, null, "running", null]],
])("where the team is with a task: %s", (_what, runs, expected) => {
  expect(shown({ runs: runsOf(...runs) })).toEqual(expected);
});

test("the order in which the runs are given does not matter", () => {
  expect(shown({ runs: runsOf("1 P error", "1 P comment").toReversed() })).toEqual(
    shown({ runs: runsOf("1 P error", "1 P comment") }),
  );
});

test.each<[string, Parameters<typeof shown>[0], ReturnType<typeof shown>]>([
  [
    "the agent whose engine is missing",
    { wait_reason: "engine", waits_for: agentId("B") },
    [null, null, "waiting", null],
  ],
  [
    "the first, if none of the team's programs is there",
    { wait_reason: "engine", waits_for: "any program" },
    [null, "waiting", null, null],
  ],
  [
    "the first, before a pass",
    { wait_reason: "directory", waits_for: agentId("B") },
    [null, "waiting", null, null],
  ],
  [
    "the next, in the middle of one",
    {
      runs: runsOf("3 P comment"),
      wait_reason: "disk",
      parked: { number: 3, served: [agentId("P")] },
    },
    [3, "done", "waiting", null],
  ],
  [
    "a pass that waits before its first run shows nothing of the previous one",
    {
      runs: runsOf("3 P comment", "3 B skip", "3 R skip"),
      wait_reason: "directory",
      parked: { number: 4, served: [] },
    },
    [4, "waiting", null, null],
  ],
  [
    "who failed for its engine is tried again",
    {
      runs: runsOf("1 P skip", "1 B error"),
      wait_reason: "engine",
      waits_for: agentId("B"),
      parked: { number: 1, served: [agentId("P")] },
    },
    [1, "skipped", "waiting", null],
  ],
  [
    "nobody: a time is waited for",
    { runs: runsOf("1 P error"), wait_reason: "backoff" },
    [1, "failed", null, null],
  ],
])("whom a task waits for: %s", (_what, progress, expected) => {
  expect(shown(progress)).toEqual(expected);
});
