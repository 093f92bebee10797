/** What a test does a little of in `npm test`, and all of in `npm test -- --full`. */
export function rounds<T>(few: T, many: T): T {
  return process.env["TEST_FULL"] === undefined ? few : many;
}
