import { expect, test } from "bun:test";
import type { AgentId } from "@malamar/contract/ids.ts";
import { reorderProblem } from "./agent-order.ts";

const ids = (letters: string) => letters.split("") as AgentId[];

test.each([
  ["abc", "cab", null],
  ["", "", null],
  ["abc", "abc", null],
  ["abc", "ab", "must list every agent; missing: c"],
  ["abc", "", "must list every agent; missing: a, b, c"],
  ["abc", "abb", "b is listed twice"],
  ["abc", "abcd", "d is not an agent of this workspace"],
  ["", "a", "a is not an agent of this workspace"],
])("a team %p in the requested order %p: %p", (team, wanted, problem) => {
  expect(reorderProblem(ids(team), ids(wanted))).toBe(problem);
});
