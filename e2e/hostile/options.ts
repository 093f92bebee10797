export interface Options {
  seed: number;
  requests: number;
  /** Only these, from and to. */
  only: readonly [from: number, to: number] | null;
}

const USAGE = "npm run test:hostile -- [--seed N] [--requests N] [--only N or N-N]";

/** Answers with what is wrong, when something is. */
export function readOptions(argv: readonly string[], newSeed: () => number): Options | string {
  const given = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 2) {
    const [name = "", value = ""] = argv.slice(at, at + 2);
    if (!["--seed", "--requests", "--only"].includes(name)) return `${name} is unknown. ${USAGE}`;
    if (!(name === "--only" ? /^\d+(-\d+)?$/ : /^\d+$/).test(value))
      return `${name} needs a number. ${USAGE}`;
    given.set(name, value);
  }
  const [from, to = from] = given.get("--only")?.split("-").map(Number) ?? [];
  if (from !== undefined && !given.has("--seed")) return `--only needs the --seed. ${USAGE}`;
  return {
    seed: Number(given.get("--seed") ?? newSeed()),
    requests: Number(given.get("--requests") ?? 20_000),
    only: from === undefined || to === undefined ? null : [from, to],
  };
}
