import type { Figures } from "./figures.ts";

/**
 * Where a CLI records its usage while it works, because its output reports it too late or only in
 * part. An unreadable source reports nothing: no run fails because of it.
 */
export interface SpendingSource {
  /** What it reports by now, for the session that the CLI reported. */
  look: (sessionId: string) => Promise<Followed>;
}

export interface Followed {
  all: Figures;
  /** The part of it that the output leaves out, even in the end. */
  leftOut: Figures;
}
