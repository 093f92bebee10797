import { backUp } from "../big-data/back-up.ts";
import { dataSet, NEEDS_BIG_DATA } from "../big-data/data-sets.ts";
import { addExpired } from "../big-data/expired.ts";
import { startOn } from "../big-data/looked-at.ts";
import { startPickups } from "../big-data/pickups.ts";
import { DETAILS, LISTS, SEARCHES, WHOLES } from "../big-data/questions.ts";
import { timesOf } from "../harness/asked.ts";
import { residentMegabytes } from "../harness/running-executable.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

const BOUND_MB = 200;
const EXPIRED_TASKS = 200;
const SEED = 2_000;
/** Concurrent clients, each of which requests everything this many times. */
const CLIENTS = 4;
const TIMES = 10;
const PICKUPS = 20;

const row = (name: string) =>
  ({
    name: `big: memory ${name}`,
    unit: "MB",
    better: "lower",
    bound: BOUND_MB,
    bounded: "malamar",
  }) as const;

export const bigMemory: Scenario = {
  rows: [row("after the start"), row("at most"), row("after everything")],
  mostRounds: 1,
  onDemand: NEEDS_BIG_DATA,
  note: () =>
    "big: memory: VmRSS and VmHWM of the server in /proc/PID/status. “at most” covers a cleanup of " +
    `${EXPIRED_TASKS} tasks, ${CLIENTS} clients that request every list, task, transcript, search and whole ` +
    `${TIMES} times each, ${PICKUPS} tasks that agents work on, and a backup.`,
  bare: async () => variant("small"),
  malamar: async () => variant("big"),
};

function variant(which: "small" | "big"): Variant {
  return {
    round: async () => {
      addExpired(dataSet(which), EXPIRED_TASKS, SEED);
      const server = await startOn(which);
      try {
        const afterStart = residentMegabytes(server.pid).now;
        const questions = [...LISTS, ...DETAILS, ...SEARCHES, ...WHOLES];
        const client = async () => {
          for (const { question } of questions) {
            await timesOf(server.url, question(server.at), TIMES);
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, client));
        const pickups = await startPickups(server);
        for (let count = 0; count < PICKUPS; count++) await pickups.next();
        await backUp(server.set.dataDir);
        await pickups.close();
        const { now, most } = residentMegabytes(server.pid);
        return [afterStart, most, now];
      } finally {
        await server.stop();
      }
    },
    close: async () => {},
  };
}
