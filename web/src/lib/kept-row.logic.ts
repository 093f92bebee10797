/** The rows that a long list renders: those in view, and one that must always be there. */
export function withKept(rows: number[], kept: number): number[] {
  return kept === -1 || rows.includes(kept) ? rows : [...rows, kept].toSorted((a, b) => a - b);
}
