import { expect, test } from "bun:test";
import { AgentId } from "@malamar/contract/ids.ts";
import { agentAtWork, workingFor } from "./running.logic.ts";

const id = (letter: string) => AgentId.parse(letter.repeat(21));

test("the agent at work is the one whose step runs, or the team between two steps", () => {
  const team = [
    { agent_id: id("a"), name: "Planner", outcome: "done" as const },
    { agent_id: id("b"), name: "Coder", outcome: "running" as const },
  ];
  expect(agentAtWork({ team, current_agent_name: "Coder" })).toEqual({
    id: id("b"),
    name: "Coder",
  });
  expect(agentAtWork({ team: [], current_agent_name: "Gone" })).toEqual({ id: null, name: "Gone" });
  expect(agentAtWork({ team: team.slice(0, 1), current_agent_name: null }).name).toBe("Team");
});

test("the first minute shows no seconds", () => {
  const now = new Date("2026-03-04T12:05:30.000Z");
  expect(workingFor("2026-03-04T12:05:00.000Z", now)).toBe("just started");
  expect(workingFor("2026-03-04T12:00:00.000Z", now)).toBe("5 min");
});
