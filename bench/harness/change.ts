import type { Measured } from "./measurement.ts";
import type { EarlierResult } from "./report-file.ts";
import type { Row } from "./scenario.ts";

/** With fewer rounds the random spread is unknown. */
const FEWEST_ROUNDS = 3;

export interface Change {
  before: number;
  now: number;
  /** Beyond chance: every round of one lies on the same side of every round of the other. */
  mark: "worse" | "better" | null;
}

/** How the bounded figure has changed; null if that is unknown. */
export function changeSince(now: Measured, before: EarlierResult): Change | null {
  const then = heldOf(before, now.row);
  const held = heldOf(now, now.row)!;
  if (!then || then.figure === null || held.figure === null) return null;
  const change = { before: then.figure, now: held.figure, mark: null };
  const rounds = Math.min(now.ratio.per_round.length, before.ratio.per_round.length);
  if (rounds < FEWEST_ROUNDS || isMissing(then) || isMissing(held)) return change;
  const isHigher = held.min! > then.max!;
  const isLower = held.max! < then.min!;
  if (!isHigher && !isLower) return change;
  return { ...change, mark: isHigher === (now.row.better === "higher") ? "better" : "worse" };
}

interface Held {
  figure: number | null;
  min: number | null;
  max: number | null;
}

function heldOf(result: EarlierResult, { bounded = "ratio" }: Row): Held | null {
  if (bounded === "malamar") return { figure: result.malamar.figure, ...result.malamar.spread };
  const compared = result[bounded];
  return compared ? { figure: compared.of_medians, ...compared.spread } : null;
}

function isMissing({ min, max }: Held): boolean {
  return min === null || max === null;
}
