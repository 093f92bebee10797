/** What the value of an option must look like. */
export interface Form {
  isRight: (value: string) => boolean;
  /** The end of a sentence that begins with the option. */
  must: string;
}

const REPORT = text(/^(?!--)./, "must name a file, such as docs/reports/run.md");

export function wholeNumber(least = 0): Form {
  return {
    isRight: (value) => /^\d{1,10}$/.test(value) && Number(value) >= least,
    must: `must be a whole number from ${least} on`,
  };
}

export function text(pattern: RegExp, must: string): Form {
  return { isRight: (value) => pattern.test(value), must };
}

/**
 * The values by name; every long run can write a report. Throws a sentence that says what is wrong.
 */
export function readPairs(argv: readonly string[], forms: Readonly<Record<string, Form>>) {
  const known: Readonly<Record<string, Form>> = { ...forms, "--report": REPORT };
  const given = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 2) {
    const [name = "", value = ""] = argv.slice(at, at + 2);
    const form = known[name];
    const names = Object.keys(known);
    if (!form) throw new Error(`There is no option ${name}. There are ${names.join(", ")}.`);
    if (!form.isRight(value)) throw new Error(`${name} ${form.must}.`);
    given.set(name, value);
  }
  return given;
}

/** Ends the program when an option is unknown or invalid. */
export function readOrExit<Options>(read: (argv: readonly string[]) => Options): Options {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
}

export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

/** The same again: the given options except the report's file, and always the seed. */
export function commandText(script: string, argv: readonly string[], seed: number): string {
  const rest = pairsOf(argv).filter(([name]) => name !== "--seed" && name !== "--report");
  return [`npm run ${script} -- --seed ${seed}`, ...rest.flat()].join(" ");
}

function pairsOf(argv: readonly string[]): string[][] {
  return argv.flatMap((name, at) => (at % 2 === 0 ? [[name, argv[at + 1] ?? ""]] : []));
}
