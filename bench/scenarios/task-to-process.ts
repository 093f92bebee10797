import type { Scenario, Variant } from "../harness/scenario.ts";
import { barePasses, malamarPasses, type StampedPasses } from "../harness/stamped-passes.ts";

/** With seven rounds, 420 samples on each side. */
const STARTS = 60;

const name = "task created → CLI process started";

export const taskToProcess: Scenario = {
  rows: [
    { name: `${name}, median`, unit: "ms", better: "lower", bound: 5, bounded: "difference" },
    {
      name: `${name}, 95 %`,
      unit: "ms",
      better: "lower",
      bound: 20,
      bounded: "difference",
      quantile: 0.95,
    },
  ],
  note: () =>
    `${name}: from just before POST /api/workspaces/:id/tasks (over HTTP, from another process) until ` +
    "the program itself says that it has started, by writing to a named pipe as its first act. Bare: " +
    "from just before Bun.spawn of the same program with the same options until it says so. One task " +
    "at a time, each in a loop at rest. A loop that only polls once a second has a median of 496 ms.",
  bare: async () => variant(await barePasses(1)),
  malamar: async () => variant(await malamarPasses(1)),
};

function variant({ stamps, pass, close }: StampedPasses): Variant {
  return {
    round: async () => {
      const times: number[] = [];
      for (let at = 0; at < STARTS; at++) {
        stamps.say("asked");
        await pass();
        const askedAt = await stamps.next("asked");
        times.push((await stamps.next("started")) - askedAt);
        await stamps.next("ended");
      }
      return [times, times];
    },
    close,
  };
}
