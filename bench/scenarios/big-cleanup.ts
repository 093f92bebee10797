import { dataSet, NEEDS_BIG_DATA } from "../big-data/data-sets.ts";
import { addExpired } from "../big-data/expired.ts";
import { startOn } from "../big-data/looked-at.ts";
import { LISTS } from "../big-data/questions.ts";
import { timesDuring } from "../harness/asked.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

const TASKS = 200;
const CLEANUP_MS = 120_000;

export const bigCleanup: Scenario = {
  rows: [
    { name: `big: cleanup of ${TASKS} Done tasks`, unit: "ms", better: "lower", bound: null },
    {
      name: "big: a board of 300 tasks while the cleanup runs, 95 %",
      unit: "ms",
      better: "lower",
      bound: null,
      quantile: 0.95,
    },
    {
      name: "big: any answer while the cleanup runs, 99 %",
      unit: "ms",
      better: "lower",
      bound: null,
      quantile: 0.99,
    },
  ],
  mostRounds: 3,
  onDemand: NEEDS_BIG_DATA,
  note: () =>
    `big: cleanup: at a start with ${TASKS} tasks past their retention, with 20 comments and 2 runs each, ` +
    "from the line that Malamar is running to the line that it has cleaned up. In the big data set it also goes " +
    "through 1,000 workspaces and 190,000 transcripts. “any answer” is GET /api/health every 10 ms: it is " +
    "as late as the process was busy with something else.",
  bare: async () => variant("small"),
  malamar: async () => variant("big"),
};

function variant(which: "small" | "big"): Variant {
  let seed = 1_000;
  return {
    round: async () => {
      addExpired(dataSet(which), TASKS, seed++);
      const server = await startOn(which);
      try {
        const begun = await server.said(" is running at ", CLEANUP_MS);
        const cleaned = server.said("Cleaned up", CLEANUP_MS);
        const [, board] = LISTS;
        const [boards, answers] = await Promise.all([
          timesDuring(server.url, board!.question(server.at), cleaned),
          timesDuring(server.url, { paths: ["/api/health"] }, cleaned),
        ]);
        return [(await cleaned) - begun, boards, answers];
      } finally {
        await server.stop();
      }
    },
    close: async () => {},
  };
}
