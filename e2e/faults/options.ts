import { readPairs, text, wholeNumber } from "#long-runs/options.ts";

export interface Options {
  faults: number;
  seed: number;
  /** Empty: all kinds. */
  kinds: readonly string[];
  /** Where to write the result. */
  report: string | null;
}

/** Every kind at least once, in about a minute and a half. */
const SHORT_RUN = 40;

/** Throws a sentence that says what is wrong. */
export function readOptions(
  argv: readonly string[],
  known: readonly string[],
  randomSeed: number,
): Options {
  const given = readPairs(argv, {
    "--faults": wholeNumber(1),
    "--seed": wholeNumber(),
    "--kinds": text(/./, "must name kinds, separated by commas"),
  });
  return {
    faults: Number(given.get("--faults") ?? SHORT_RUN),
    seed: Number(given.get("--seed") ?? randomSeed),
    kinds: knownKinds(given.get("--kinds"), known),
    report: given.get("--report") ?? null,
  };
}

function knownKinds(value: string | undefined, known: readonly string[]): string[] {
  const kinds = value?.split(",").map((kind) => kind.trim()) ?? [];
  const strange = kinds.filter((kind) => !known.includes(kind));
  if (strange.length === 0) return kinds;
  throw new Error(`There is no kind "${strange.join(", ")}". There are ${known.join(", ")}.`);
}
