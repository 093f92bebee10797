/** Why the rest of a text is not read as Markdown. */
export type Excess = "length" | "depth" | "table" | "parts" | "marks";

export type BoundedMarkdown = {
  /** What can be read as Markdown, and drawn, in a moment: all of it, or its beginning. */
  kept: string;
  /** null where nothing was left out. */
  excess: Excess | null;
};

/** Beyond this, parsing would hold the page up; such a text is no prose anyway. */
const MOST_CHARACTERS = 100_000;
/** Quotes within quotes and lists within lists, deeper than anybody writes. */
const MOST_LEVELS = 100;
/** A row has as many cells as the first one, however short it is: 15 KB can declare millions. */
const MOST_CELLS = 5_000;
const MOST_COLUMNS = 200;
/** What a text comes to on the page: each is an element or two. */
const MOST_PARTS = 6_000;
/**
 * What a parser may have to look at again and again: for each mark of a paragraph that opens
 * something, all of the paragraph in search of its end. As much as takes it some tenths of a second.
 */
const MOST_LOOKS = 10_000_000;
/** Any paragraph that somebody writes has fewer. */
const FREE_LOOKS = 1_000_000;
/** What a line costs for each level that is open above it, by comparison. */
const LOOKS_PER_LEVEL = 150;

/**
 * The part of a text that is harmless to read as Markdown. It is judged by its lines alone, before any
 * parser sees it, and rather too strictly: what is called a level, a cell or a part here is at least as
 * much as a parser makes of it.
 */
export function boundMarkdown(text: string): BoundedMarkdown {
  const isLong = text.length > MOST_CHARACTERS;
  const head = isLong ? text.slice(0, MOST_CHARACTERS).toWellFormed() : text;
  const measure = createMeasure();
  for (const { 0: line, index } of head.matchAll(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g)) {
    const excess = measure(line.replace(/[\r\n]+$/, ""));
    if (excess !== null) return { kept: head.slice(0, index), excess };
  }
  return { kept: head, excess: isLong ? "length" : null };
}

/** Judges the lines of a text one after the other; the first that is too much ends it. */
function createMeasure() {
  const fences = createFences();
  let parts = 0;
  let cells = 0;
  let columns = 0;
  let looks = 0;
  let block = NO_BLOCK;

  return (line: string): Excess | null => {
    parts += 1;
    if (fences.isInside(line)) {
      block = NO_BLOCK;
      columns = 0;
      return parts > MOST_PARTS ? "parts" : null;
    }
    const levels = levelsOf(line);
    if (levels > MOST_LEVELS) return "depth";

    const isBlank = /^[\s>]*$/.test(line);
    if (isBlank) columns = 0;
    else if (isDelimiterRow(line)) columns = Math.max(columns, countOf(line, /-+/g));
    cells += columns;
    if (columns > MOST_COLUMNS || cells > MOST_CELLS) return "table";

    const marks = countOf(line, MARKS);
    // Most of them come in pairs, of which one thing is made.
    parts += marks / 2 + columns;
    if (parts > MOST_PARTS) return "parts";

    if (isBlank || BEGINS_ANEW.test(line)) block = NO_BLOCK;
    const before = looksIn(block);
    block = {
      characters: block.characters + line.length + 1,
      marks: block.marks + marks,
      // Who goes on with a paragraph need not repeat what it stands in.
      levels: Math.max(block.levels, levels),
    };
    looks += looksIn(block) - before + looksAtWords(line) + block.levels * LOOKS_PER_LEVEL;
    return looks > MOST_LOOKS ? "marks" : null;
  };
}

/** Lines that may be one paragraph. */
type Block = { characters: number; marks: number; levels: number };

const NO_BLOCK: Block = { characters: 0, marks: 0, levels: 0 };

function looksIn({ characters, marks }: Block): number {
  return Math.max(0, characters * marks - FREE_LOOKS);
}

/** What opens or closes something within a paragraph. */
const MARKS = /[*_~[\]!<&`\\]|:\/\/|www\.|@/g;

/** The line below the head of a table, wherever it stands. */
function isDelimiterRow(line: string): boolean {
  return /^[\s>:|-]*$/.test(line) && line.includes("|") && line.includes("-");
}

/** A heading, or an entry of a list, which ends every paragraph before it. */
const BEGINS_ANEW = /^ {0,3}(?:#{1,6}[ \t]|[-*+][ \t]+\S|1[.)][ \t]+\S)/;

/** How deep a line can be: each level takes a mark, or two columns below one of an earlier line. */
function levelsOf(line: string): number {
  const step = /[ \t>]|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)/y;
  let levels = 0;
  while (levels <= MOST_LEVELS) {
    const found = step.exec(line)?.[0];
    if (found === undefined) break;
    levels += LEVELS[found] ?? ENTRY_LEVELS;
  }
  return levels;
}

const LEVELS: Readonly<Record<string, number>> = { " ": 0.5, "\t": 2, ">": 1 };
/** Of an entry of a list; the blank behind it makes the level complete. */
const ENTRY_LEVELS = 0.5;

/**
 * Addresses are looked for in words without a blank: from each sign of one on, and of a mail from each
 * sign that is no letter on, as far as the word goes.
 */
function looksAtWords(line: string): number {
  let looks = 0;
  for (const [word] of line.matchAll(/\S+/g)) {
    if (word.length < LONG_WORD) continue;
    looks += word.length * countOf(word, /:\/\/|www\./gi);
    for (const [run] of word.matchAll(/[-.\w+@]+|[!"'),.:;?]+/g)) {
      if (run.length >= LONG_WORD) looks += run.length * countOf(run, /[^a-z\d]/gi);
    }
  }
  return looks;
}

/** Shorter ones cost nothing that could be felt, however many there are. */
const LONG_WORD = 200;

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Code between fences is not searched for marks. Only fences at the very beginning of a line are sure
 * to be fences; after anything in doubt, such as HTML or one that is indented, none is believed.
 */
function createFences() {
  let open: string | null = null;
  let isInDoubt = false;
  return {
    isInside(line: string): boolean {
      if (open !== null) {
        const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
        if (closing?.startsWith(open)) open = null;
        return true;
      }
      isInDoubt ||= /^ {0,3}<|^ {1,3}(?:```|~~~)/.test(line);
      if (isInDoubt) return false;
      open = /^(`{3,})[^`]*$|^(~{3,})/.exec(line)?.slice(1).find(Boolean) ?? null;
      return open !== null;
    },
  };
}
