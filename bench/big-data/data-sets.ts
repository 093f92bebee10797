import { systemClock } from "@malamar/server/lib/clock.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { generate } from "./generate.ts";
import type { Landmarks } from "./plan.ts";

/** Where a data set is, and which parts of it to measure. */
export interface DataSet extends Landmarks {
  dataDir: string;
}

const SCALES = { small: 0.001, big: 1 } as const;
const SEED = 1;

const made = new Map<keyof typeof SCALES, DataSet>();

/** Made on first use, shared by every scenario of a run, and deleted at its end. */
export function dataSet(which: keyof typeof SCALES): DataSet {
  const known = made.get(which);
  if (known) return known;
  const dataDir = temporaryFolder("suite");
  try {
    console.error(`making the ${which} data set …`);
    const landmarks = generate({
      dataDir,
      scale: SCALES[which],
      seed: SEED,
      now: systemClock(),
      onProgress: (text) => console.error(`  ${text}`),
    });
    const set = { dataDir, ...landmarks };
    made.set(which, set);
    return set;
  } catch (error) {
    removeFolder(dataDir);
    throw error;
  }
}

/** Why scenarios that need the big one run only when named. */
export const NEEDS_BIG_DATA = "makes a data set of 12 GB first, which takes some minutes";

export const SMALL_AND_BIG =
  "Rows that begin with “big”: “bare” is the executable on a small data set (60 workspaces, 1,000 tasks, " +
  "25,000 comments, 20 MB of transcripts), “malamar” the same executable on a big one (1,000 workspaces, " +
  "100,000 tasks, 2,000,000 comments, 10 GB of transcripts). The requests are the same in both, " +
  "unless stated otherwise.";
