import { expect, test } from "bun:test";
import { READY_TEAMS } from "@malamar/contract/plain/ready-team.ts";
import { examplesFor } from "./examples.logic.ts";

test("a ready-made team is tried on its own examples, and any other on those of the first", () => {
  for (const { agents, examples } of READY_TEAMS) {
    expect(examplesFor(agents.map((name) => ({ name })))).toEqual(examples);
  }
  expect(examplesFor([{ name: "Cook" }])).toEqual(READY_TEAMS[0].examples);
});
