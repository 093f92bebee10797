/** Picks how much a test does: the first in `npm test`, the second in `npm test -- --full`. */
export function rounds<T>(few: T, many: T): T {
  return process.env["TEST_FULL"] === undefined ? few : many;
}
