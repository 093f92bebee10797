import { itemsOf, type FileView, type Item } from "./items.logic.ts";

/**
 * Makes the items of a file again only when something about it has changed: there may be thousands
 * of files, and with every patch that comes only one of them looks different.
 */
export function createItemsCache() {
  const ids = new Map<string, string>();
  const known = new Map<string, { view: FileView; items: readonly Item[] }>();
  const rowCounts = new Map<string, number>();

  function idOf(contentKey: string): string {
    const id = ids.get(contentKey) ?? String(ids.size);
    ids.set(contentKey, id);
    return id;
  }

  return {
    items(contentKey: string, part: Omit<FileView, "id" | "lastRows">) {
      const id = idOf(contentKey);
      const view: FileView = { ...part, id, lastRows: rowCounts.get(contentKey) ?? null };
      const before = known.get(contentKey);
      if (before !== undefined && isSameView(before.view, view)) return { id, items: before.items };
      const items = itemsOf(view);
      known.set(contentKey, { view, items });
      const rows = items.filter(({ kind }) => kind === "row").length;
      if (rows > 0) rowCounts.set(contentKey, rows);
      return { id, items };
    },
  };
}

function isSameView(before: FileView, after: FileView): boolean {
  return (
    before.file === after.file &&
    before.isOpen === after.isOpen &&
    before.patch === after.patch &&
    before.newLines === after.newLines &&
    before.revealed === after.revealed &&
    before.layout === after.layout &&
    before.ignoresSpace === after.ignoresSpace &&
    before.placed === after.placed &&
    before.editing === after.editing
  );
}
