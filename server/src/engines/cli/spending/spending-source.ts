import type { Figures } from "./figures.ts";

/**
 * Where a CLI writes down what it uses while it works, because its output tells that too late or only in
 * part. What cannot be read has told nothing: no run fails because of it.
 */
export interface SpendingSource {
  /** What it tells by now, of the session that the CLI has told. */
  look: (sessionId: string) => Promise<Followed>;
}

export interface Followed {
  all: Figures;
  /** The part of it that the output leaves out, even in the end. */
  leftOut: Figures;
}
