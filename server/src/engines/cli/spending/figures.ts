import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";

export type UsageEvent = Extract<NewTranscriptEvent, { type: "usage" }>;

const NAMES = ["input_tokens", "output_tokens", "cached_tokens", "cost_usd"] as const;

/** Known usage. The input includes tokens from the cache. */
export type Figures = Pick<UsageEvent, (typeof NAMES)[number]>;

export const UNKNOWN: Figures = {
  input_tokens: null,
  output_tokens: null,
  cached_tokens: null,
  cost_usd: null,
};

export const sumOf = (one: Figures, other: Figures) => combined(one, other, (a, b) => a + b);

/** Each figure from the one that has more of it. */
export const highestOf = (one: Figures, other: Figures) => combined(one, other, Math.max);

function combined(
  one: Figures,
  other: Figures,
  combine: (a: number, b: number) => number,
): Figures {
  const figures = { ...UNKNOWN };
  for (const name of NAMES) {
    const [a, b] = [one[name], other[name]];
    figures[name] = a === null || b === null ? (a ?? b) : combine(a, b);
  }
  return figures;
}

export function isSame(one: Figures, other: Figures): boolean {
  return NAMES.every((name) => one[name] === other[name]);
}

/** All its tokens. */
export function totalOf(used: Pick<Figures, "input_tokens" | "output_tokens">): number {
  return (used.input_tokens ?? 0) + (used.output_tokens ?? 0);
}
