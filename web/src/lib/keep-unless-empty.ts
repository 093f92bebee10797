/** While a new list is on its way the old one stays; one that is empty would say that there is nothing. */
export function keepUnlessEmpty<Row>(previous: Row[] | undefined): Row[] | undefined {
  return previous?.length === 0 ? undefined : previous;
}
