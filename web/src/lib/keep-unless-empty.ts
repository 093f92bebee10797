/**
 * Keeps the old list while a new one loads, except an empty one, which would claim that there is
 * nothing.
 */
export function keepUnlessEmpty<Row>(previous: Row[] | undefined): Row[] | undefined {
  return previous?.length === 0 ? undefined : previous;
}
