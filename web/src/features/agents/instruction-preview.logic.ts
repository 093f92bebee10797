/** More than two lines of any window can show. */
const PREVIEW_LENGTH = 400;

/** The beginning of an instruction as plain words: headings and Markdown marks say little in two lines. */
export function instructionPreview(instruction: string): string {
  const start = instruction.slice(0, 4 * PREVIEW_LENGTH);
  const words = start
    .replace(/^#{1,6}\s.*$/gm, "")
    .replace(/^\s*(?:[-*+>]|\d+\.)\s+/gm, "")
    .replace(/\*\*|__|`/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return (words === "" ? start : words).slice(0, PREVIEW_LENGTH);
}
