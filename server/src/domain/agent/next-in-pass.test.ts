import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { nextInPass } from "./next-in-pass.ts";

/** Only who it is and where it stands counts here. */
const team = (names: string) =>
  names.split("").map((id, at) => ({ id, order: at + 1 }) as unknown as Agent);

test.each([
  ["ABC", "", "A"],
  ["ABC", "A", "B"],
  ["ABC", "ABC", undefined],
  ["", "", undefined],
  // While the last one was at work …
  ["BCD", "AB", "C"], // an earlier one was deleted
  ["CD", "B", "C"], // the one itself was deleted
  ["ACD", "AB", "C"], // the one itself, behind another
  ["XACD", "AB", "C"], // the one itself, and somebody came before the others
  ["ABXC", "AB", "X"], // somebody came behind it
  ["XABC", "AB", "C"], // somebody came before it: next time
  ["BAC", "A", "C"], // it was put behind others: these were passed
  ["BCA", "AB", "C"], // one that was served was put to the end
  ["BCA", "ABC", undefined], // and has no second turn there
])("team %j, served %j: next is %j", (names, served, expected) => {
  expect(nextInPass(team(names), served.split("") as AgentId[])?.id).toBe(expected as AgentId);
});
