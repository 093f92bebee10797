/** Picks how much a test does: the first in `npm test`, the second in `npm test -- --full`. */
export function rounds<T>(few: T, many: T): T {
  return process.env["TEST_FULL"] === undefined ? few : many;
}

/** As many as a variable says, such as WORKTREES=500, for what takes longer than a test may. */
export function roundsOf(variable: string, few: number, many: number): number {
  return Number(process.env[variable] ?? rounds(few, many));
}
