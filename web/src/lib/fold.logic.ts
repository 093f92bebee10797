/** A longer text is folded. */
const MOST_LINES = 60;
const MOST_CHARACTERS = 6_000;

/** The lines still shown then: enough to see whether the rest matters. */
const SHOWN_LINES = 24;
const SHOWN_CHARACTERS = 2_000;

/** The beginning of a long text. Null if the whole is short enough. */
export function foldedHead(text: string): string | null {
  const isLong = text.length > MOST_CHARACTERS || hasMoreLines(text, MOST_LINES);
  if (!isLong) return null;
  const lines = firstLines(text, SHOWN_LINES);
  if (lines.length <= SHOWN_CHARACTERS) return lines;
  const head = lines.slice(0, SHOWN_CHARACTERS);
  const space = head.search(/\s\S*$/);
  return `${space > SHOWN_CHARACTERS / 2 ? head.slice(0, space) : head.toWellFormed()} …`;
}

function hasMoreLines(text: string, most: number): boolean {
  return firstLines(text, most).length < text.trimEnd().length;
}

function firstLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end);
}
