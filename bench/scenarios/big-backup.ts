import { readdirSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { backUp } from "../big-data/back-up.ts";
import { dataSet, NEEDS_BIG_DATA } from "../big-data/data-sets.ts";
import { startOn } from "../big-data/looked-at.ts";
import { LISTS } from "../big-data/questions.ts";
import { timesDuring } from "../harness/asked.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

export const bigBackup: Scenario = {
  rows: [
    { name: "big: backup beside a server", unit: "MB/s", better: "higher", bound: null },
    {
      name: "big: a board of 300 tasks meanwhile, 95 %",
      unit: "ms",
      better: "lower",
      bound: null,
      quantile: 0.95,
    },
  ],
  mostRounds: 1,
  onDemand: NEEDS_BIG_DATA,
  note: () =>
    "big: backup: megabytes of the database and of the transcripts that `malamar backup` copies, packs and " +
    "verifies each second, while Malamar runs on them. Bare: a plain copy of the same files, which is neither " +
    "a consistent snapshot nor packed nor verified.",
  bare: async () => variant(copy),
  malamar: async () => variant(backUp),
};

function variant(work: (dataDir: string) => Promise<void>): Variant {
  const [, board] = LISTS;
  return {
    round: async () => {
      const { dataDir } = dataSet("big");
      const megabytes = bytesOf(dataDir) / 1e6;
      // Both need the one big data set, and it can have one server at a time.
      const server = await startOn("big");
      const begun = performance.now();
      const times = await timesDuring(server.url, board!.question(server.at), work(dataDir));
      const seconds = (performance.now() - begun) / 1000;
      await server.stop();
      return [megabytes / seconds, times];
    },
    close: async () => {},
  };
}

async function copy(dataDir: string): Promise<void> {
  const folder = temporaryFolder();
  for (const name of ["malamar.db", "runs"]) {
    await cp(join(dataDir, name), join(folder, name), { recursive: true });
  }
  removeFolder(folder);
}

function bytesOf(dataDir: string): number {
  const runs = join(dataDir, "runs");
  const sizes = readdirSync(runs).map((name) => statSync(join(runs, name)).size);
  return sizes.reduce((sum, size) => sum + size, statSync(join(dataDir, "malamar.db")).size);
}
