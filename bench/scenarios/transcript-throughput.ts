import type { Scenario } from "../harness/scenario.ts";
import { bareReader, malamarReader, type FloodReader } from "../harness/transcript-variant.ts";

const MB = 1024 * 1024;
/** 50 MB: enough that starting and ending the process does not matter. */
const FILES = 5;
/**
 * It uses both cores of a small machine, so anything else it does costs more than it would
 * elsewhere.
 */
const ATTEMPTS = 3;

export const transcriptThroughput: Scenario = {
  rows: [{ name: "transcript throughput", unit: "MB/s", better: "higher", bound: 0.7 }],
  note: () =>
    "transcript throughput: from a created task until it is worked, where its one agent writes 50 MB of " +
    "Claude Code's lines (half a KiB to 4 KiB) to its pipe: split, parsed, understood, numbered and " +
    "appended to the run's file. Bare: the same program's lines are split, parsed with JSON.parse, " +
    "written with JSON.stringify and appended. The best of three in each round.",
  bare: () => bareReader(FILES, throughput),
  malamar: () => malamarReader(FILES, throughput),
};

/** The best of a few. */
async function throughput({ bytes, readAll, forget }: FloodReader): Promise<number> {
  let best = 0;
  for (let at = 0; at < ATTEMPTS; at++) {
    const startedAt = performance.now();
    await readAll();
    best = Math.max(best, bytes / MB / ((performance.now() - startedAt) / 1000));
    forget();
  }
  return best;
}
