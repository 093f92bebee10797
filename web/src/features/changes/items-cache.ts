import { contentKey } from "./files.logic.ts";
import { itemsOf, type FileView, type Item } from "./items.logic.ts";
import { measuresOf } from "./measures.logic.ts";

type Part = Omit<FileView, "id" | "lastRows">;

type Entry = ReturnType<typeof measuresOf> & {
  part: Part;
  id: string;
  items: readonly Item[];
  /** How many rows it has, or had when its patch was there. */
  rows: number | null;
};

/**
 * Makes the items of a file again only when something about it has changed: there may be thousands
 * of files, and with every patch that comes only one of them looks different. Forgets files that are no longer listed.
 */
export function createItemsCache() {
  let known = new Map<string, Entry>();
  let lastId = 0;

  function entryOf(part: Part, before: Entry | undefined): Entry {
    if (before !== undefined && isSamePart(before.part, part)) return before;
    const id = before?.id ?? String(++lastId);
    const items = itemsOf({ ...part, id, lastRows: before?.rows ?? null });
    const rows = items.filter(({ kind }) => kind === "row").length;
    return {
      part,
      id,
      items,
      rows: rows > 0 ? rows : (before?.rows ?? null),
      ...measuresOf(items),
    };
  }

  return (parts: readonly Part[]): Entry[] => {
    const next = new Map<string, Entry>();
    for (const part of parts) {
      const key = contentKey(part.file);
      next.set(key, entryOf(part, known.get(key)));
    }
    known = next;
    return [...next.values()];
  };
}

function isSamePart(before: Part, after: Part): boolean {
  return (
    before.file === after.file &&
    before.isOpen === after.isOpen &&
    before.patch === after.patch &&
    before.text === after.text &&
    before.revealed === after.revealed &&
    before.layout === after.layout &&
    before.context === after.context &&
    before.ignoresSpace === after.ignoresSpace &&
    before.isNarrow === after.isNarrow &&
    before.placed === after.placed &&
    before.editing === after.editing
  );
}
