import type { Database } from "bun:sqlite";
import type { Draws } from "./seeded.ts";
import type { Texts } from "./texts.ts";
import type { createTranscriptFiles } from "./transcript-files.ts";

/** A step of somebody's work is done; others have theirs before the next one. */
export type History = Generator<undefined, void>;

export interface HistoryDeps {
  db: Database;
  draws: Draws;
  texts: Texts;
  writeTranscript: ReturnType<typeof createTranscriptFiles>;
  /** The moment of the step. */
  clock: () => string;
  /** When the data set ends. */
  now: string;
}
