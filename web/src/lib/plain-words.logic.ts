/** More than two lines of any window. */
const MOST = 400;

/** The beginning of a text as plain words. Headings and Markdown marks say little in two lines. */
export function plainWords(text: string): string {
  const start = text.slice(0, 4 * MOST);
  const words = start
    .replace(/^#{1,6}\s.*$/gm, "")
    .replace(/^\s*(?:[-*+>]|\d+\.)\s+/gm, "")
    .replace(/\*\*|__|`/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return (words === "" ? start : words).slice(0, MOST);
}
