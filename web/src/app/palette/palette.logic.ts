import type { SearchResult } from "@malamar/contract/search.ts";

type Searchable = { label: string; group: string; context?: string; words?: string };

/** Those that have every word of the text somewhere, in any case; all of them when nothing is typed. */
export function matching<Item extends Searchable>(items: readonly Item[], text: string): Item[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const inIt = folded([item.label, item.group, item.words].join(" "));
    return words.every((word) => inIt.includes(word));
  });
}

/**
 * What is shown, in its order: first what can be done with what is open. Before anything is typed, what
 * was gone to last comes next; afterwards what was found stands below, because it comes late, and
 * nothing may move under a finger that is on its way.
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
 * A button of the page that does what a command does anyway is not offered twice. What deletes comes last:
 * Enter must never lie on it just because it stands first on the page.
 */
export function joined<Item extends Searchable>(
  commands: readonly Item[],
  ofPage: readonly Item[],
): Item[] {
  const known = new Set(commands.map(({ label }) => folded(label)));
  const buttons = ofPage.filter(({ label }) => !known.has(folded(label)));
  return [...commands, ...buttons.toSorted((a, b) => Number(deletes(a)) - Number(deletes(b)))];
}

function deletes({ label }: Searchable): boolean {
  return folded(label).startsWith("delete");
}

/** Of an earlier answer only what the new text would find as well. */
export function stillFound(results: readonly SearchResult[], text: string): SearchResult[] {
  const wanted = folded(text.trim());
  return wanted === "" ? [] : results.filter(({ title }) => folded(title).includes(wanted));
}

/** Items under their headings, in the order in which the headings first appear. */
export function grouped<Item extends { group: string }>(
  items: readonly Item[],
): { group: string; items: Item[] }[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups].map(([group, members]) => ({ group, items: members }));
}

/** Where the arrows lead to; past an end it goes on at the other one. */
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
