/** What a terminal shows without wrapping lines. */
export const PAGE_WIDTH = 100;

const GAP = "  ";
const LEAST_TEXT = 20;

/** Words in lines of at most this width; a longer word has its own line. */
export function wrapped(text: string, width = PAGE_WIDTH): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A text that starts after a lead and continues below itself. */
export function hanging(lead: string, text: string): string[] {
  const lines = wrapped(text, PAGE_WIDTH - lead.length);
  return lines.map((line, at) => (at === 0 ? lead : " ".repeat(lead.length)) + line);
}

/**
 * A head and rows: the first column is text and gets the width that the figures leave, in several
 * lines if needed.
 */
export function tableOfCells(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((cells) => cells[at]!.length)),
  );
  const figures = widths.slice(1).reduce((sum, width) => sum + GAP.length + width, 0);
  const text = Math.min(widths[0]!, Math.max(LEAST_TEXT, PAGE_WIDTH - figures));
  const linesOf = ([name = "", ...cells]: readonly string[]) => {
    const [first = "", ...rest] = wrapped(name, text);
    const aligned = cells.map((cell, at) => GAP + cell.padStart(widths[at + 1]!));
    return [first.padEnd(text) + aligned.join(""), ...rest];
  };
  return [...linesOf(head), "─".repeat(text + figures), ...rows.flatMap(linesOf)]
    .map((line) => line.trimEnd())
    .join("\n");
}
