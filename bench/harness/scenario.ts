/** One row of the table: what a round tells about it, and how far Malamar may be from bare. */
export interface Row {
  name: string;
  unit: string;
  better: "higher" | "lower";
  /** At least this where higher is better, else at most. null: only reported. */
  bound: number | null;
  /** What is held against the bound: malamar / bare if nothing else is said, malamar − bare, or malamar alone. */
  bounded?: "ratio" | "difference" | "malamar";
  /** Which quantile of the samples is the figure, if not their median. */
  quantile?: number;
}

/** What a round tells about a row: one figure, or the samples that it is a quantile of. */
export type Sampled = number | readonly number[];

/** One side of a comparison, ready to be measured again and again. */
export interface Variant {
  /** For each row of the scenario, in their order. */
  round: () => Promise<readonly Sampled[]>;
  close: () => Promise<void>;
}

/** To add one: a file in scenarios/, and a line in scenarios/index.ts. */
export interface Scenario {
  rows: readonly Row[];
  /** For what takes long, or starts afresh each time anyway: fewer rounds than others, none to warm up. */
  mostRounds?: number;
  /** Why it runs only if it is named or all are asked for: it takes long, or much of the disk. */
  onDemand?: string;
  /** What the reader has to know about these figures; printed below the table. */
  note?: () => string | null;
  bare: () => Promise<Variant>;
  malamar: () => Promise<Variant>;
}
