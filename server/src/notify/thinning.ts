/** The 1st, 10th, 100th … time: what goes on all night is told before it is forgotten, and no more often. */
export function isWorthTelling(count: number): boolean {
  return /^10*$/.test(String(count));
}
