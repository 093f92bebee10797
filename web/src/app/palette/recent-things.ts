import { SearchResult } from "@malamar/contract/search.ts";
import { z } from "zod";

const STORAGE_KEY = "recent";
const MOST = 6;

/** The last things opened from the palette, newest first. Stored in this browser. */
export function recentThings(): SearchResult[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return z.array(SearchResult).safeParse(stored).data ?? [];
  } catch {
    return [];
  }
}

export function rememberThing(thing: SearchResult) {
  const others = recentThings().filter(({ id }) => id !== thing.id);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([thing, ...others].slice(0, MOST)));
  } catch {
    // Without storage there are no recent things.
  }
}
