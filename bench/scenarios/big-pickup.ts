import { NEEDS_BIG_DATA } from "../big-data/data-sets.ts";
import { startOn } from "../big-data/looked-at.ts";
import { startPickups } from "../big-data/pickups.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

const STARTS = 20;

const name = "big: task created → CLI process started, in the largest workspace";

export const bigPickup: Scenario = {
  rows: [
    { name: `${name}, median`, unit: "ms", better: "lower", bound: null },
    { name: `${name}, 95 %`, unit: "ms", better: "lower", bound: null, quantile: 0.95 },
  ],
  onDemand: NEEDS_BIG_DATA,
  bare: () => variant("small"),
  malamar: () => variant("big"),
};

async function variant(which: "small" | "big"): Promise<Variant> {
  const server = await startOn(which);
  const pickups = await startPickups(server);
  return {
    round: async () => {
      const times: number[] = [];
      for (let count = 0; count < STARTS; count++) times.push(await pickups.next());
      return [times, times];
    },
    close: async () => {
      await server.stop();
      await pickups.close();
    },
  };
}
