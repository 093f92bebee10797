import { expect, test } from "bun:test";
import { READY_TEAMS } from "@malamar/contract/plain/ready-team.ts";
import { INSTRUCTIONS } from "./ready-teams.ts";

test.each(READY_TEAMS.map((team) => [team.id, team] as const))(
  "the team %p matches the page's, each agent with an instruction, and has three tasks to try",
  (id, { agents, examples }) => {
    expect(Object.keys(INSTRUCTIONS[id].agents)).toEqual([...agents]);
    for (const text of Object.values(INSTRUCTIONS[id].agents)) {
      expect(text).toContain("# When to act");
    }
    expect(INSTRUCTIONS[id].rules).toContain("Rules for every");
    expect(examples).toHaveLength(3);
  },
);

test("in every team exactly one agent asks for review", () => {
  for (const { agents } of Object.values(INSTRUCTIONS)) {
    const asking = Object.values(agents).filter(
      (text) => /In Review|ask for review/i.test(text) && !text.includes("Never ask for review"),
    );
    expect(asking).toHaveLength(1);
  }
});
