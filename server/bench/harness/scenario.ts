/** One row of the table: what a round tells about it, and how far Malamar may be from bare. */
export interface Row {
  name: string;
  unit: string;
  better: "higher" | "lower";
  /** Of malamar to bare: at least this where higher is better, else at most. null: only reported. */
  bound: number | null;
}

/** One side of a comparison, ready to be measured again and again. */
export interface Variant {
  /** One figure for each row of the scenario, in their order. */
  round: () => Promise<number[]>;
  close: () => Promise<void>;
}

/** To add one: a file in scenarios/, and a line in scenarios/index.ts. */
export interface Scenario {
  rows: readonly Row[];
  /** What the reader has to know about these figures; printed below the table. */
  note?: () => string | null;
  bare: () => Promise<Variant>;
  malamar: () => Promise<Variant>;
}
