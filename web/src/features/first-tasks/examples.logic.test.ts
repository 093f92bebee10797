import { expect, test } from "bun:test";
import { READY_TEAMS } from "@malamar/contract/plain/ready-team.ts";
import { examplesFor } from "./examples.logic.ts";

test("a ready-made team gets its own examples, any other team those of the first", () => {
  for (const { agents, examples } of READY_TEAMS) {
    expect(examplesFor(agents.map((name) => ({ name })))).toEqual(examples);
  }
  expect(examplesFor([{ name: "Cook" }])).toEqual(READY_TEAMS[0].examples);
});
