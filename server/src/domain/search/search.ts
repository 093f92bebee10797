import type { SearchResult } from "@malamar/contract/search.ts";
import type { SearchStore } from "./search-store.ts";

/** As many as fit on a screen; for others, people type another letter. */
const MOST_OF_A_KIND = 20;

export function createSearch({ searchStore }: { searchStore: SearchStore }) {
  return (q: string): SearchResult[] => {
    // Titles are stored trimmed and without lone surrogates.
    const wanted = q.trim().toWellFormed().replaceAll("\0", "");
    if (wanted === "") return [];
    const titled = searchStore.find(wanted, MOST_OF_A_KIND);
    const number = numberIn(wanted);
    if (number === null) return titled;
    const numbered = searchStore.findNumber(number, MOST_OF_A_KIND);
    const known = new Set(numbered.map(({ id }) => id));
    return [...numbered, ...titled.filter(({ id }) => !known.has(id))];
  };
}

/** A task number as people write it: #12. */
function numberIn(wanted: string): number | null {
  const number = Number(/^#(\d+)$/.exec(wanted)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
}

export type Search = ReturnType<typeof createSearch>;
