import type { SearchResult } from "@malamar/contract/search.ts";

type Searchable = { label: string; group: string; context?: string; words?: string };

/** The items that contain every word of the text, in any case. An empty text matches everything. */
export function matching<Item extends Searchable>(items: readonly Item[], text: string): Item[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const inIt = folded([item.label, item.group, item.words].join(" "));
    return words.every((word) => inIt.includes(word));
  });
}

/**
 * The shown items in order, commands on what is open first. Recent items come next while the field
 * is empty. Search results come last because they arrive late, and no row may move under the user's
 * finger.
 */
export function arranged<Item extends Searchable>(
  commands: readonly Item[],
  things: readonly Item[],
  text: string,
  firstGroups: readonly string[],
): Item[] {
  const found = matching(commands, text);
  const first = found.filter(({ group }) => firstGroups.includes(group));
  const rest = found.filter((item) => !first.includes(item));
  return text.trim() === "" ? [...first, ...things, ...rest] : [...first, ...rest, ...things];
}

/**
 * Leaves out buttons that duplicate a command, or another button under the same heading: what a wide
 * page has as a button may be in a menu too. Buttons that delete come last, so that Enter never
 * selects one just because it is first on the page.
 */
export function joined<Item extends Searchable>(
  commands: readonly Item[],
  ofPage: readonly Item[],
): Item[] {
  const known = new Set(commands.map(({ label }) => folded(label)));
  const names = ofPage.map(({ group, label }) => `${group} ${folded(label)}`);
  const buttons = ofPage.filter(
    ({ label }, at) => !known.has(folded(label)) && names.indexOf(names[at]!) === at,
  );
  return [...commands, ...buttons.toSorted((a, b) => Number(deletes(a)) - Number(deletes(b)))];
}

function deletes({ label }: Searchable): boolean {
  return folded(label).startsWith("delete");
}

/** The results of an earlier answer that also match the new text. */
export function stillFound(results: readonly SearchResult[], text: string): SearchResult[] {
  const wanted = folded(text.trim());
  return wanted === "" ? [] : results.filter(({ title }) => folded(title).includes(wanted));
}

/** Items under their headings, in the order of each heading's first item. */
export function grouped<Item extends { group: string }>(
  items: readonly Item[],
): { group: string; items: Item[] }[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups].map(([group, members]) => ({ group, items: members }));
}

/** The id that an arrow key moves to. The list wraps around. */
export function movedTo(ids: readonly string[], from: string | null, step: number): string | null {
  if (ids.length === 0) return null;
  const index = ids.indexOf(from ?? "");
  const start = index === -1 && step < 0 ? 0 : index;
  return ids[(start + step + ids.length) % ids.length] ?? null;
}

export function resultPath({ type, id, workspace_id }: SearchResult): string {
  if (type === "workspace") return `/workspaces/${id}/tasks`;
  return `/workspaces/${workspace_id}/${type === "task" ? "tasks" : "chats"}/${id}`;
}

function folded(text: string): string {
  return text.toLowerCase();
}
