import { dataSet, NEEDS_BIG_DATA } from "../big-data/data-sets.ts";
import { timeToStart } from "../harness/executable.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

export const bigStart: Scenario = {
  rows: [{ name: "big: start to the first answer", unit: "ms", better: "lower", bound: 1.5 }],
  onDemand: NEEDS_BIG_DATA,
  note: () => "big: start: after a clean stop. The system may still have the files in its cache.",
  bare: async () => variant("small"),
  malamar: async () => variant("big"),
};

function variant(which: "small" | "big"): Variant {
  const { dataDir } = dataSet(which);
  return { round: async () => [await timeToStart(dataDir)], close: async () => {} };
}
