export interface Options {
  seed: number;
  requests: number;
  /** Only these, from and to. */
  only: NumberRange | null;
  /** Only these answers of agents. */
  answer: NumberRange | null;
}

type NumberRange = readonly [from: number, to: number];

const USAGE =
  "npm run test:hostile -- [--seed N] [--requests N] [--only N or N-N] [--answer N or N-N]";

const FORMS: Readonly<Record<string, RegExp>> = {
  "--seed": /^\d+$/,
  "--requests": /^\d+$/,
  "--only": /^\d+(-\d+)?$/,
  "--answer": /^\d+(-\d+)?$/,
};

/** Answers with what is wrong, when something is. */
export function readOptions(argv: readonly string[], newSeed: () => number): Options | string {
  const given = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 2) {
    const [name = "", value = ""] = argv.slice(at, at + 2);
    if (!FORMS[name]) return `${name} is unknown. ${USAGE}`;
    if (!FORMS[name].test(value)) return `${name} needs a number. ${USAGE}`;
    given.set(name, value);
  }
  const only = rangeIn(given.get("--only"));
  const answer = rangeIn(given.get("--answer"));
  if ((only || answer) && !given.has("--seed")) {
    return `What is to be repeated needs the --seed. ${USAGE}`;
  }
  const seed = Number(given.get("--seed") ?? newSeed());
  return { seed, requests: Number(given.get("--requests") ?? 20_000), only, answer };
}

function rangeIn(text: string | undefined): NumberRange | null {
  const [from, to = from] = text?.split("-").map(Number) ?? [];
  return from === undefined || to === undefined ? null : [from, to];
}
