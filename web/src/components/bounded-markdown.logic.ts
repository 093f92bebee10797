/** Why the rest of a text is not rendered as Markdown. */
export type Excess = "length" | "depth" | "table" | "parts" | "marks";

export type BoundedMarkdown = {
  /** The part that can be rendered as Markdown quickly: all of the text, or its beginning. */
  kept: string;
  /** Null if nothing was left out. */
  excess: Excess | null;
};

/** Beyond this, parsing would block the page, and the text is not prose anyway. */
const MOST_CHARACTERS = 100_000;
/** Nested quotes and lists, deeper than anyone writes. */
const MOST_LEVELS = 100;
/** Every row gets as many cells as the header, however short it is: 15 KB can declare millions. */
const MOST_CELLS = 5_000;
const MOST_COLUMNS = 200;
/** Roughly the elements on the page: each part is one or two. */
const MOST_PARTS = 6_000;
/**
 * The parser's work on inline marks: each mark that opens something scans the rest of its paragraph
 * for the end. This limit takes some tenths of a second.
 */
const MOST_LOOKS = 10_000_000;
/** Ordinary paragraphs stay below this. */
const FREE_LOOKS = 1_000_000;
/** The relative cost of a line for each level open above it. */
const LOOKS_PER_LEVEL = 150;

/**
 * The part of a text that is safe to render as Markdown. It judges the lines before any parser sees
 * them and errs on the strict side: its counts of levels, cells and parts are never below the
 * parser's.
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

/** Judges a text line by line. The first line over a limit ends it. */
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
    // Most marks come in pairs that make one element.
    parts += marks / 2 + columns;
    if (parts > MOST_PARTS) return "parts";

    if (isBlank || BEGINS_ANEW.test(line)) block = NO_BLOCK;
    const before = looksIn(block);
    block = {
      characters: block.characters + line.length + 1,
      marks: block.marks + marks,
      // A continuation line of a paragraph does not repeat its nesting.
      levels: Math.max(block.levels, levels),
    };
    looks += looksIn(block) - before + looksAtWords(line) + block.levels * LOOKS_PER_LEVEL;
    return looks > MOST_LOOKS ? "marks" : null;
  };
}

/** Lines that may form one paragraph. */
type Block = { characters: number; marks: number; levels: number };

const NO_BLOCK: Block = { characters: 0, marks: 0, levels: 0 };

function looksIn({ characters, marks }: Block): number {
  return Math.max(0, characters * marks - FREE_LOOKS);
}

/** Marks that open or close inline elements. */
const MARKS = /[*_~[\]!<&`\\]|:\/\/|www\.|@/g;

/** The delimiter row of a table, at any nesting level. */
function isDelimiterRow(line: string): boolean {
  return /^[\s>:|-]*$/.test(line) && line.includes("|") && line.includes("-");
}

/** A heading or a list item, which ends the paragraph before it. */
const BEGINS_ANEW = /^ {0,3}(?:#{1,6}[ \t]|[-*+][ \t]+\S|1[.)][ \t]+\S)/;

/**
 * An upper bound on a line's nesting: each level needs a mark, or two columns below a mark of an
 * earlier line.
 */
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
/** Per mark of a list item. The space after it makes up the other half. */
const ENTRY_LEVELS = 0.5;

/**
 * The autolink search starts at every mark of a word and runs to its end; for mail addresses it
 * starts at every non-letter.
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

/** Shorter words have no noticeable cost, however many there are. */
const LONG_WORD = 200;

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Fenced code is not scanned for marks. Only a fence at the very start of a line is trusted, and
 * none after something ambiguous such as HTML or an indented fence.
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
