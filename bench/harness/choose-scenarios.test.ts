import { describe, expect, test } from "bun:test";
import { chooseScenarios, listOfScenarios } from "./choose-scenarios.ts";
import type { Scenario } from "./scenario.ts";

function scenario(names: readonly string[], onDemand?: string): Scenario {
  const variant = async () => ({ round: async () => [0], close: async () => {} });
  return {
    rows: names.map((name) => ({ name, unit: "ms", better: "lower" as const, bound: null })),
    ...(onDemand !== undefined && { onDemand }),
    bare: variant,
    malamar: variant,
  };
}

const read = scenario(["read one row"]);
const start = scenario(["Start, median", "Start, 95 %"]);
const big = scenario(["read a big board"], "needs 12 GB of disk");
const all = [read, start, big];

describe("which scenarios run", () => {
  test.each<[words: string[], isAll: boolean, chosen: Scenario[], unknown: string[]]>([
    [[], false, [read, start], []],
    [[], true, [read, start, big], []],
    [["read"], false, [read, big], []],
    [["start, 95"], false, [start], []],
    [["row", "START"], false, [read, start], []],
    [["row"], true, [read], []],
    [["board"], false, [], ["board"]],
    [["board"], true, [big], []],
    [["row", "rwo"], false, [read], ["rwo"]],
  ])("%j, all: %j", (words, isAll, chosen, unknown) => {
    expect(chooseScenarios(all, words, isAll)).toEqual({ chosen, unknown });
  });
});

test("the list says which ones run on demand only, and why", () => {
  expect(listOfScenarios(all).split("\n")).toEqual([
    "read one row",
    "Start, median",
    "Start, 95 %",
    "read a big board",
    "  only when named from the start, or with --all: needs 12 GB of disk",
  ]);
});
