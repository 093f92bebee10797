/** What is typed into one line, with commas in between. */
export function typedLabels(line: string): string[] {
  return line.split(",").flatMap((label) => label.trim() || []);
}
