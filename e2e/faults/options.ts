export interface Options {
  faults: number;
  seed: number;
  /** Empty: every kind there is. */
  kinds: readonly string[];
}

/** Every kind about twice, in about a minute. */
const SHORT_RUN = 40;

/** Throws a sentence that says what is wrong. */
export function readOptions(
  argv: readonly string[],
  known: readonly string[],
  randomSeed: number,
): Options {
  const options: Options = { faults: SHORT_RUN, seed: randomSeed, kinds: [] };
  for (let at = 0; at < argv.length; at += 2) {
    const [name, value = ""] = [argv[at], argv[at + 1]];
    if (name === "--faults") options.faults = wholeNumber(name, value, 1);
    else if (name === "--seed") options.seed = wholeNumber(name, value, 0);
    else if (name === "--kinds") options.kinds = knownKinds(value, known);
    else throw new Error(`There is no option ${name}. There are --faults, --seed and --kinds.`);
  }
  return options;
}

function wholeNumber(name: string, value: string, least: number): number {
  if (/^\d{1,10}$/.test(value) && Number(value) >= least) return Number(value);
  throw new Error(`${name} must be a whole number from ${least} on, such as ${name} 7.`);
}

function knownKinds(value: string, known: readonly string[]): string[] {
  const kinds = value.split(",").map((kind) => kind.trim());
  const strange = kinds.filter((kind) => !known.includes(kind));
  if (strange.length === 0) return kinds;
  throw new Error(`There is no kind "${strange.join(", ")}". There are ${known.join(", ")}.`);
}
