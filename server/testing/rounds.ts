/**
 * How often to try what depends on chance: a few times in `npm test`, often in `npm test --
 * --full`.
 */
export function rounds(few: number, many: number): number {
  return process.env["TEST_FULL"] === undefined ? few : many;
}
