/**
 * The 1st, 10th, 100th … time: an error that lasts all night is repeated before it is forgotten,
 * and no more often.
 */
export function isWorthTelling(count: number): boolean {
  return /^10*$/.test(String(count));
}
