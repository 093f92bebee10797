import { readPairs, text, wholeNumber } from "#long-runs/options.ts";

export interface Options {
  hours: number;
  seed: number;
  /** Kinds of work to leave out, to find out which of them causes a growth. */
  without: readonly string[];
  /** Where to write the result. */
  report: string | null;
}

/** Fewer points show no trend. */
const FEWEST_HOURS = 8;
/** About five minutes on two idle cores. */
const USUAL_HOURS = 100;

/** Throws a sentence that says what is wrong. */
export function readOptions(
  argv: readonly string[],
  kinds: readonly string[],
  randomSeed: number,
): Options {
  const given = readPairs(argv, {
    "--hours": wholeNumber(FEWEST_HOURS),
    "--seed": wholeNumber(),
    "--without": text(/./, "must name kinds of work, separated by commas"),
  });
  const without = given.get("--without")?.split(",") ?? [];
  const strange = without.filter((kind) => !kinds.includes(kind));
  if (strange.length > 0) {
    throw new Error(`There is no work "${strange.join(", ")}". There is ${kinds.join(", ")}.`);
  }
  return {
    hours: Number(given.get("--hours") ?? USUAL_HOURS),
    seed: Number(given.get("--seed") ?? randomSeed),
    without,
    report: given.get("--report") ?? null,
  };
}
