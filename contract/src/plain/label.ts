/** Two labels are the same if these are. */
export function foldedLabel(label: string): string {
  return label.toLowerCase();
}
