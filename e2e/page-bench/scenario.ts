import type { Browser } from "@playwright/test";
import type { Malamar } from "../support/malamar.ts";

export interface Stage {
  malamar: Malamar;
  browser: Browser;
  /** The maximum number of measurements: fewer than a scenario wants only show that it works. */
  rounds: number;
}

export interface Figure {
  name: string;
  measured: string;
  /** In words; null for a figure that only explains another. */
  bound: string | null;
  isMet: boolean;
}

export type Scenario = (stage: Stage) => Promise<Figure[]>;

/** A figure listed with the others for comparison. */
export function aside(name: string, measured: string): Figure {
  return { name, measured, bound: null, isMet: true };
}

export function atMost(name: string, value: number, most: number, unit: string): Figure {
  const words = (figure: number) => `${figure.toFixed(unit === "×" ? 2 : 1)} ${unit}`;
  return { name, measured: words(value), bound: `≤ ${words(most)}`, isMet: value <= most };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}
