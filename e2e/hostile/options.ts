import { readPairs, text, wholeNumber } from "#long-runs/options.ts";

export interface Options {
  seed: number;
  requests: number;
  /** Only these, from and to. */
  only: NumberRange | null;
  /** Only these answers of agents. */
  answer: NumberRange | null;
  /** Where to write the result. */
  report: string | null;
}

type NumberRange = readonly [from: number, to: number];

const RANGE = text(/^\d+(-\d+)?$/, "must be a number, or two such as 7-9");

/** Throws a sentence that says what is wrong. */
export function readOptions(argv: readonly string[], randomSeed: number): Options {
  const given = readPairs(argv, {
    "--seed": wholeNumber(),
    "--requests": wholeNumber(),
    "--only": RANGE,
    "--answer": RANGE,
  });
  const only = rangeIn(given.get("--only"));
  const answer = rangeIn(given.get("--answer"));
  if ((only || answer) && !given.has("--seed")) {
    throw new Error("Repeating needs the --seed.");
  }
  return {
    seed: Number(given.get("--seed") ?? randomSeed),
    requests: Number(given.get("--requests") ?? 20_000),
    only,
    answer,
    report: given.get("--report") ?? null,
  };
}

function rangeIn(text: string | undefined): NumberRange | null {
  const [from, to = from] = text?.split("-").map(Number) ?? [];
  return from === undefined || to === undefined ? null : [from, to];
}
