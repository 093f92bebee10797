import { MOST_SHOWN } from "#components/diff/segments.logic.ts";
import type { Item, Model } from "./items.logic.ts";
import type { Sizes } from "./sizes.ts";
import type { ViewOptions } from "./view-options.ts";

/** The characters of the longest line of a file, and its last line number. */
export function measuresOf(items: readonly Item[]): { longest: number; lastLine: number } {
  let longest = 0;
  let lastLine = 0;
  for (const item of items) {
    if (item.kind !== "row" || item.row.kind === "gap") continue;
    const { row } = item;
    for (const line of row.kind === "line" ? [row.line] : [row.left, row.right]) {
      if (line === null) continue;
      longest = Math.max(longest, shownLength(line.text));
      lastLine = Math.max(lastLine, line.old ?? 0, line.new ?? 0);
    }
  }
  return { longest, lastLine };
}

/** Enough for the largest line number of any file that is there. */
export function digitsOf({ sections }: Model): number {
  const most = sections.reduce((largest, { lastLine }) => Math.max(largest, lastLine), 0);
  return Math.max(3, String(most).length);
}

/** How wide all lines are without wrapping. */
export function widthOf(
  { sections }: Model,
  layout: ViewOptions["layout"],
  digits: number,
  { character, line }: Pick<Sizes, "character" | "line">,
): number {
  const longest = sections.reduce((most, section) => Math.max(most, section.longest), 0);
  const number = digits * character + line;
  const code = Math.min(longest, MOST_SHOWN) * character + 2 * line;
  return layout === "split" ? 2 * (number + code) : 2 * number + code;
}

/** A tab is up to four characters wide. */
function shownLength(text: string): number {
  let length = text.length;
  for (let at = text.indexOf("\t"); at !== -1; at = text.indexOf("\t", at + 1)) length += 3;
  return length;
}
