import type { Database } from "bun:sqlite";
import type { Draws } from "./seeded.ts";
import type { Texts } from "./texts.ts";
import type { createTranscriptFiles } from "./transcript-files.ts";

/** One step of one history is done; others take theirs before its next one. */
export type History = Generator<undefined, void>;

export interface HistoryDeps {
  db: Database;
  draws: Draws;
  texts: Texts;
  writeTranscript: ReturnType<typeof createTranscriptFiles>;
  /** The time of the step. */
  clock: () => string;
  /** When the data set ends. */
  now: string;
}
