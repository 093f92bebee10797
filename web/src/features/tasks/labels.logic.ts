/** Labels typed on one line, separated by commas. */
export function typedLabels(line: string): string[] {
  return line.split(",").flatMap((label) => label.trim() || []);
}
