/** The beginning of a text of any length, cut between letters and marked as cut. */
export function shortened(text: string, most: number): string {
  // Far more than that many letters need, so that a huge text is not split as a whole.
  const letters = Array.from(text.slice(0, most * 8));
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : text;
}

/** The first non-empty line. */
export function firstLine(text: string): string {
  return /\S.*/.exec(text)?.[0].trimEnd() ?? "";
}
