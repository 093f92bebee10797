import type { Scenario, Variant } from "../harness/scenario.ts";
import { barePasses, malamarPasses, type StampedPasses } from "../harness/stamped-passes.ts";
import type { Stamps } from "../harness/stamps.ts";

const TEAM = 10;
/** Nine gaps each: with seven rounds, 315 on each side. */
const PASSES = 5;

const name = "an agent's end → the next agent's start";

export const agentToAgent: Scenario = {
  rows: [
    { name: `${name}, median`, unit: "ms", better: "lower", bound: 5, bounded: "malamar" },
    {
      name: `${name}, 95 %`,
      unit: "ms",
      better: "lower",
      bound: null,
      bounded: "difference",
      quantile: 0.95,
    },
  ],
  note: () =>
    `${name}: passes of ${TEAM} agents, from the last act of one agent's program until the first act ` +
    "of the next one's, each a word that the program writes into a named pipe. This includes the end of " +
    "one process and the start of the next. Bare: the next program is spawned when the previous one has " +
    "exited and its pipes are read. The bound is for Malamar's whole gap.",
  bare: async () => variant(await barePasses(TEAM)),
  malamar: async () => variant(await malamarPasses(TEAM)),
};

function variant({ stamps, pass, close }: StampedPasses): Variant {
  return {
    round: async () => {
      const gaps: number[] = [];
      for (let at = 0; at < PASSES; at++) {
        await pass();
        gaps.push(...(await gapsOfPass(stamps)));
      }
      return [gaps, gaps];
    },
    close,
  };
}

async function gapsOfPass({ next }: Pick<Stamps, "next">): Promise<number[]> {
  const gaps: number[] = [];
  await next("started");
  for (let at = 1; at < TEAM; at++) {
    const endedAt = await next("ended");
    gaps.push((await next("started")) - endedAt);
  }
  await next("ended");
  return gaps;
}
