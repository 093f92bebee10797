import { Glob } from "bun";
import { join } from "node:path";

/**
 * Malamar speaks plain English. This finds phrasings that nobody would say aloud in everything that
 * people read here: the texts of the programs, their comments, the names of tests and the documents.
 * Given a file, it checks that one alone, such as the message of a commit.
 */
interface Phrasing {
  pattern: RegExp;
  instead: string;
}

const PHRASINGS: readonly Phrasing[] = [
  { pattern: /\bwhat (still )?runs\b/, instead: "the active run, or the running agent" },
  { pattern: /\b(go|goes|went|going) on\b(?! (the|a|your|its|their)\b)/, instead: "continue" },
  { pattern: /(?<!const \w+ )\bof (yours|theirs|ours)\b/, instead: "your …" },
  {
    pattern: /\b(is|are|was|were|be|been|gets|only|both|never) told\b(?! (to|apart)\b)/,
    instead: "say who tells whom",
  },
  { pattern: /\bby (itself|themselves)\b/, instead: "on its own, or automatically" },
  { pattern: /\bmend(s|ed|ing)?(?=[,.;:]? [a-z])/, instead: "fix, repair" },
  { pattern: /\bli(fe|ves) of (Malamar|the server)\b/, instead: "process" },
  { pattern: /\bstands? (in|at|beside|there)\b(?! (the way|for))/, instead: "is in" },
  { pattern: /\bmoment's\b/, instead: "brief" },
  { pattern: /(?<!\/)\bsomebody\b/, instead: "someone, or you" },
  { pattern: /\banybody\b/, instead: "anyone" },
  { pattern: /\bunder way\b/, instead: "active, or in progress" },
  { pattern: /\bwrite on\b/, instead: "keep typing" },
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
  { pattern: /["'>]time limits["'<:]|\bmin(utes)? of silence\b/, instead: "Idle timeout" },
  { pattern: /\bbrought along\b|\bbrings along\b/, instead: "what it contains" },
  { pattern: /\bin good order\b/, instead: "cleanly" },
  {
    pattern:
      /\b(?<!there )(is|are) no (agent|answer|array|branch|bug|commit|directory|error|file|flag|folder|HTML|id|line|link|number|part|path|person|plain|process|project|report|repository|right|such|text|user|UTF-8)\b/,
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
  { pattern: /(?<!what )\b(is|are|was|were) wanted\b/, instead: "needed" },
  { pattern: /\bbeing made\b/, instead: "Creating…, or being created" },
  { pattern: /\bmade again\b/, instead: "recreated, or rebuilt" },
  { pattern: /\bstart(s|ed|ing)? nothing\b/, instead: "does not start a run" },
  {
    pattern: /\b(is|are|was|were|lies|belongs?|belonged) (in|on|of|to) no\b(?! (longer|more)\b)/,
    instead: "is not in any …",
  },
  { pattern: /\bany more\b(?! \w+s\b)/, instead: "no longer, or anymore" },
  { pattern: /\bexcepted\b/, instead: "except …" },
  { pattern: /\bsome day\b/, instead: "eventually, or at any time" },
  { pattern: /\bputs? right\b/, instead: "fix" },
  { pattern: /\bwithout words\b(?! of)/, instead: "without a message" },
  { pattern: /\b(is|are|was|were|not|still) to be seen\b/, instead: "visible, or shown" },
  { pattern: /\bname each other\b/, instead: "point to each other" },
];

/** Texts that are fixed: people and scripts look for them. */
const FIXED = [/MB free, \S+ are wanted/g];

const SOURCES = [
  "*.md",
  "docs/**/*.md",
  "{bench,bin,contract,demo,e2e,scripted-model,scripts,server,stand-in,web}/**/*.{css,html,md,mjs,sql,ts,tsx,txt}",
];

/** Other people's files and words, and the phrasings themselves. */
const NOT_OURS = /(^|\/)(node_modules|dist|fixtures|recordings)\/|^scripts\/check-words/;

export interface Finding {
  file: string;
  phrase: string;
  around: string;
  instead: string;
}

export function findPhrasings(file: string, source: string): Finding[] {
  const text = readable(source);
  return PHRASINGS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(new RegExp(pattern, "gi"))].map((match) => ({
      file,
      phrase: match[0],
      around: text.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60).trim(),
      instead,
    })),
  );
}

/** One line, without the signs of comments and without the ends of strings that continue. */
function readable(source: string): string {
  const text = source
    .replaceAll("’", "'")
    .replaceAll(/^\s*(\/\/|\/\*\*?|\*\/?|--|#|\|)\s/gm, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(["'`]) \+ ["'`]/g, "");
  return FIXED.reduce((rest, fixed) => rest.replaceAll(fixed, ""), text);
}

export function textFiles(root: string): string[] {
  return SOURCES.flatMap((glob) => [...new Glob(glob).scanSync(root)]).filter(
    (file) => !NOT_OURS.test(file),
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

/** Below this line `git commit --verbose` shows the diff. */
function withoutDiff(message: string): string {
  return message.split(/^# -+ >8 -+$/m)[0]!;
}

if (import.meta.main) {
  const [message] = process.argv.slice(2);
  const found = message
    ? findPhrasings("message", withoutDiff(await Bun.file(message).text()))
    : await findAll(join(import.meta.dir, ".."));
  for (const { file, phrase, around, instead } of found) {
    console.log(`${file}: “${phrase}” (better: ${instead})\n    … ${around} …`);
  }
  if (found.length > 0) console.log(`\n${found.length} phrasings to rewrite.`);
  process.exit(found.length > 0 ? 1 : 0);
}
