import { expect, test } from "bun:test";
import type { AgentId } from "@malamar/contract/ids.ts";
import { askedLine } from "./asked-line.ts";

const agents = (names: string) => names.split("") as AgentId[];

test.each([
  ["nobody is asked yet", null, "", "a", "a"],
  ["another one is queued", "a", "", "b", "ab"],
  ["two are", "a", "b", "c", "abc"],
  ["the one that is queued is asked again", "a", "b", "a", "ab"],
  ["one of the later agents is asked again", "a", "bc", "b", "abc"],
  ["the first one is running, so others only come after it", null, "b", "c", "bc"],
  ["the one at work is asked again", null, "b", "a", "ba"],
])("%s", (_name, queued, behind, asked, line) => {
  const [id] = agents(queued ?? "");
  expect(askedLine(id ?? null, agents(behind), agents(asked)[0]!)).toEqual(agents(line) as never);
});
