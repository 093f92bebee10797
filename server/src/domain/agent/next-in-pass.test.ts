import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { nextInPass } from "./next-in-pass.ts";

/** Only identity and place matter here. */
const team = (names: string) =>
  names.split("").map((id, at) => ({ id, order: at + 1 }) as unknown as Agent);

test.each([
  ["ABC", "", "A"],
  ["ABC", "A", "B"],
  ["ABC", "ABC", undefined],
  ["", "", undefined],
  // While the last one was running …
  ["BCD", "AB", "C"], // an earlier one was deleted
  ["CD", "B", "C"], // that one itself was deleted
  ["ACD", "AB", "C"], // that one itself moved behind another
  ["XACD", "AB", "C"], // that one itself, and someone moved before the others
  ["ABXC", "AB", "X"], // someone moved behind it
  ["XABC", "AB", "C"], // someone moved before it: next time
  ["BAC", "A", "C"], // it moved behind others: these were passed
  ["BCA", "AB", "C"], // one that had its turn moved to the end
  ["BCA", "ABC", undefined], // and has no second turn there
])("team %j, served %j: next is %j", (names, served, expected) => {
  expect(nextInPass(team(names), served.split("") as AgentId[])?.id).toBe(expected as AgentId);
});
