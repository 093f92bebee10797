/**
 * The workspaces as they stood when the page was opened, new ones on top: a list that sorts itself
 * while a team works would move under the pointer. What is gone leaves the list.
 */
export function steadyOrder<Item extends { id: string }>(
  shown: readonly string[],
  items: readonly Item[],
): Item[] {
  const places = new Map(shown.map((id, place) => [id, place]));
  const placeOf = ({ id }: Item) => places.get(id) ?? -1;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What stands for a workspace where there is no room for its title. */
export function monogram(title: string): string {
  const [first] = new Intl.Segmenter().segment(title.trim().slice(0, 32));
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** A badge has room for two figures. */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : String(count);
}
