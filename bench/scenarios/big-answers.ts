import { NEEDS_BIG_DATA, SMALL_AND_BIG } from "../big-data/data-sets.ts";
import { startOn } from "../big-data/looked-at.ts";
import { DETAILS, LISTS, SEARCHES, WHOLES, type Asked } from "../big-data/questions.ts";
import { timesOf } from "../harness/asked.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

/** In each round: with fewer, a single one would decide the 95 %. */
const REQUESTS = 100;

/** Cost grows with what is requested, not with what is stored. */
const SAME_BOUND = 2;

export const bigLists = answers("list", LISTS, SAME_BOUND);
export const bigDetails = answers("open", DETAILS, SAME_BOUND);
export const bigSearch = answers("search", SEARCHES, null);
export const bigWholes = answers("everything", WHOLES, null);

function answers(what: string, questions: readonly Asked[], bound: number | null): Scenario {
  return {
    rows: questions.map(({ name }) => ({
      name: `big: ${what}: ${name}, 95 %`,
      unit: "ms",
      better: "lower",
      bound,
      quantile: 0.95,
    })),
    onDemand: NEEDS_BIG_DATA,
    note: () => SMALL_AND_BIG,
    bare: () => variant("small", questions),
    malamar: () => variant("big", questions),
  };
}

async function variant(which: "small" | "big", questions: readonly Asked[]): Promise<Variant> {
  const server = await startOn(which);
  return {
    round: async () => {
      const figures: number[][] = [];
      for (const { question } of questions) {
        figures.push(await timesOf(server.url, question(server.at), REQUESTS));
      }
      return figures;
    },
    close: server.stop,
  };
}
