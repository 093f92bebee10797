import type { SearchResult } from "@malamar/contract/search.ts";
import type { SearchStore } from "./search-store.ts";

/** As many as fit on a screen; who wants others types another letter. */
const MOST_OF_A_KIND = 20;

export function createSearch({ searchStore }: { searchStore: SearchStore }) {
  return (q: string): SearchResult[] => {
    // As titles are stored: nothing before and after, and no halves of characters.
    const wanted = q.trim().toWellFormed().replaceAll("\0", "");
    return wanted === "" ? [] : searchStore.find(wanted, MOST_OF_A_KIND);
  };
}

export type Search = ReturnType<typeof createSearch>;
