import { Glob } from "bun";
import { join } from "node:path";

/**
 * Malamar speaks plain English. This finds phrasings that nobody would say aloud, in everything a
 * person can read: strings and JSX of the programs, and the documents.
 */
interface Phrasing {
  pattern: RegExp;
  instead: string;
}

const PHRASINGS: readonly Phrasing[] = [
  { pattern: /\bwhat (still )?runs\b/, instead: "the active run, or the running agent" },
  { pattern: /\b(go|goes|went|going) on\b(?! (the|a|your|its|their)\b)/, instead: "continue" },
  { pattern: /\b(one|something|program|any|all|some) of (yours|theirs|ours)\b/, instead: "your …" },
  {
    pattern: /\b(is|are|was|were|be|been|gets) told\b(?! (to|apart)\b)/,
    instead: "say who tells whom",
  },
  { pattern: /\bby (itself|themselves)\b/, instead: "on its own, or automatically" },
  { pattern: /\bmend(s|ed|ing)?(?=[,.;:]? [a-z])/, instead: "fix, repair" },
  { pattern: /\bli(fe|ves) of (Malamar|the server)\b/, instead: "process" },
  { pattern: /\bstands? (in|at|beside|there)\b(?! the way)/, instead: "is in" },
  { pattern: /\bmoment's\b/, instead: "brief" },
  { pattern: /(?<!\/)\bsomebody\b/, instead: "someone, or you" },
  { pattern: /\banswer is under way\b|\bwrite on\b/, instead: "Replying… you can keep typing." },
  { pattern: /\bfor ever\b/, instead: "forever" },
  { pattern: /\bbe brought back\b/, instead: "This can't be undone." },
  { pattern: /\b(go|goes|went|gone) with (it|them)\b/, instead: "Also deletes …" },
  { pattern: /\bin the place of\b/, instead: "replaces" },
  { pattern: /\bkept aside\b/, instead: "kept alongside" },
  { pattern: /\bvariables? of the environment\b/, instead: "environment variable" },
  { pattern: /\bvalue that makes no sense\b/, instead: "invalid value" },
  { pattern: /\bguard tripped\b|\bchange the guards\b/, instead: "Limit reached, Edit limits" },
  { pattern: /\bstopped by the guard\b/, instead: "Stopped after 5 passes …" },
  { pattern: /\bfrom the next agent on\b/, instead: "Changes apply from the next agent run." },
  { pattern: /\bis asked for\b(?! the\b)|\basks for its token\b/, instead: "Malamar asks for …" },
  { pattern: /\bthe token is wrong\b/, instead: "That token isn't right." },
  { pattern: /\byour own rights\b/, instead: "your permissions" },
  { pattern: /\bmarkdown works\b|\bhas to be done\b/, instead: "Markdown supported." },
  { pattern: /\bin (this|their) order, pass after pass\b/, instead: "looping until …" },
  { pattern: /\btime limits\b|\bmin(utes)? of silence\b/, instead: "Idle timeout" },
  { pattern: /\bbrought along\b|\bbrings along\b/, instead: "what it contains" },
  { pattern: /\bin good order\b/, instead: "cleanly" },
  {
    pattern: /\b(?<!there )is no (id|file|plain|agent|report|person|such|text|part)\b/,
    instead: "is not a",
  },
  { pattern: /\bshall\b(?! (I|we)\b)/, instead: "should, will, must" },
  { pattern: /\bhow (it|they) stands?\b/, instead: "its state" },
  { pattern: /\bletter by letter\b|\bto the letter\b/, instead: "verbatim" },
  { pattern: /\bpassed over\b/, instead: "skipped, or ignored" },
  { pattern: /\binto sight\b/, instead: "into view" },
  { pattern: /\bkept true\b/, instead: "kept up to date" },
  { pattern: /\bof late\b(?! \w)/, instead: "recently" },
  { pattern: /\b(was|were|is|be) (last )?gone to\b/, instead: "say who opened it" },
  { pattern: /\bthere no more\b/, instead: "gone" },
  {
    pattern: /\b(begins?|begun|asked|drawn|made|read|loaded|told) anew\b/,
    instead: "again, or starts over",
  },
  { pattern: /\bspeaks? of\b/, instead: "mentions" },
  { pattern: /\bas (high|wide|long) as it is given\b/, instead: "takes its height from …" },
  { pattern: /\b(tells|told) of (it|them|that|what)\b/, instead: "reports" },
];

interface Exception {
  file: string;
  text: string;
  because: string;
}

const EXCEPTIONS: readonly Exception[] = [];

const SOURCES = [
  "{web,server,contract}/src/**/*.{ts,tsx}",
  "{bin,demo,bench}/**/*.{ts,mjs}",
  "*.md",
  "docs/*.md",
  "docs/decisions/*.md",
  "demo/**/*.md",
  "server/src/**/*.md",
];

const TRANSPILERS = {
  ts: transpiler("ts"),
  tsx: transpiler("tsx"),
  mjs: transpiler("js"),
};

export interface Finding {
  file: string;
  phrase: string;
  around: string;
  instead: string;
}

export function findPhrasings(file: string, source: string): Finding[] {
  const text = readable(file, source);
  return PHRASINGS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(new RegExp(pattern, "gi"))].map((match) => ({
      file,
      phrase: match[0],
      around: text.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60).trim(),
      instead,
    })),
  ).filter(({ around }) => !isException(file, around));
}

/** A program without its comments and types, and with multi-line strings joined. */
function readable(file: string, source: string): string {
  const ending = file.split(".").at(-1) ?? "";
  const text = isProgram(ending) ? TRANSPILERS[ending].transformSync(source) : source;
  return text
    .replaceAll("’", "'")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(["'`]) \+ ["'`]/g, "");
}

function isProgram(ending: string): ending is keyof typeof TRANSPILERS {
  return ending in TRANSPILERS;
}

function transpiler(loader: "ts" | "tsx" | "js"): Bun.Transpiler {
  return new Bun.Transpiler({ loader, deadCodeElimination: false });
}

function isException(file: string, around: string): boolean {
  return EXCEPTIONS.some((exception) => exception.file === file && around.includes(exception.text));
}

export function textFiles(root: string): string[] {
  return SOURCES.flatMap((glob) => [...new Glob(glob).scanSync(root)]).filter(
    (file) => !/\.test\.tsx?$|(^|\/)node_modules\//.test(file),
  );
}

async function findAll(root: string): Promise<Finding[]> {
  const found = await Promise.all(
    textFiles(root)
      .toSorted()
      .map(async (file) => findPhrasings(file, await Bun.file(join(root, file)).text())),
  );
  return found.flat();
}

if (import.meta.main) {
  const found = await findAll(process.argv[2] ?? join(import.meta.dir, ".."));
  for (const { file, phrase, around, instead } of found) {
    console.log(`${file}: “${phrase}” (better: ${instead})\n    … ${around} …`);
  }
  if (found.length > 0) console.log(`\n${found.length} phrasings to rewrite.`);
  process.exit(found.length > 0 ? 1 : 0);
}
