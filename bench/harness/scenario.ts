/** One row of the table: what a round reports for it, and how far Malamar may be from bare. */
export interface Row {
  name: string;
  unit: string;
  better: "higher" | "lower";
  /** At least this where higher is better, else at most. null: only reported. */
  bound: number | null;
  /** What the bound applies to: malamar / bare by default, malamar − bare, or malamar alone. */
  bounded?: "ratio" | "difference" | "malamar";
  /** Which quantile of the samples is the figure, if not their median. */
  quantile?: number;
}

/** What a round reports for a row: one figure, or the samples of its quantile. */
export type Sampled = number | readonly number[];

/** One side of a comparison, ready to be measured repeatedly. */
export interface Variant {
  /** For each row of the scenario, in their order. */
  round: () => Promise<readonly Sampled[]>;
  close: () => Promise<void>;
}

/** To add one: a file in scenarios/, and a line in scenarios/index.ts. */
export interface Scenario {
  rows: readonly Row[];
  /** For slow ones, or those that start afresh each time anyway: fewer rounds, no warm-up. */
  mostRounds?: number;
  /** Why it runs only when named or with --all: it takes long, or a lot of disk space. */
  onDemand?: string;
  /** What the reader has to know about these figures; printed below the table. */
  note?: () => string | null;
  bare: () => Promise<Variant>;
  malamar: () => Promise<Variant>;
}
