import { growthDuring } from "../harness/memory-watch.ts";
import type { Scenario } from "../harness/scenario.ts";
import { bareReader, malamarReader, type FloodReader } from "../harness/transcript-variant.ts";

/** Together 1 GB. */
const FILES = 100;

export const transcriptMemory: Scenario = {
  rows: [
    {
      name: "memory added from 100 MB to 1 GB of a transcript",
      unit: "MB",
      better: "lower",
      bound: 30,
      bounded: "malamar",
    },
  ],
  // The heap varies between two collections: one transcript alone says little.
  mostRounds: 3,
  note: () =>
    "memory added from 100 MB to 1 GB of a transcript: how much the server grows while one run writes " +
    "1 GB of Claude Code's lines. Bare: a process that splits, parses and appends the same lines.",
  bare: () => bareReader(FILES, growth),
  malamar: () => malamarReader(FILES, growth),
};

async function growth(reader: FloodReader): Promise<number> {
  const figure = await growthDuring(reader.readAll, reader);
  reader.forget();
  return figure;
}
