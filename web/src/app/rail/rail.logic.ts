/**
 * The workspaces in the order they had when the page was opened, with new ones on top. A list that
 * re-sorts while a team works would move under the pointer. Deleted workspaces drop out.
 */
export function steadyOrder<Item extends { id: string }>(
  shown: readonly string[],
  items: readonly Item[],
): Item[] {
  const places = new Map(shown.map((id, place) => [id, place]));
  const placeOf = ({ id }: Item) => places.get(id) ?? -1;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Stands for a workspace where its title does not fit. */
export function monogram(title: string): string {
  const [first] = new Intl.Segmenter().segment(title.trim().slice(0, 32));
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** A badge fits two digits. */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : String(count);
}
