/** The beginning of a text that may be of any length, cut between letters and marked as cut. */
export function shortened(text: string, most: number): string {
  // Far more than a letter can take, so that a huge text is not taken apart as a whole.
  const letters = Array.from(text.slice(0, most * 8));
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : text;
}

/** The first line that says something. */
export function firstLine(text: string): string {
  return /\S.*/.exec(text)?.[0].trimEnd() ?? "";
}
