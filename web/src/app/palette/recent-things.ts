import { isTaskStatus } from "@malamar/contract/plain/task.ts";
import type { SearchResult } from "@malamar/contract/search.ts";
import { isText, listOf, oneOf, orNull, shape } from "#lib/shape.logic.ts";

const STORAGE_KEY = "recent";
const MOST = 6;

const areThings = listOf(
  shape({
    type: oneOf("workspace", "task", "chat"),
    id: isText,
    title: isText,
    workspace_id: isText,
    workspace_title: isText,
    status: orNull(isTaskStatus),
  } satisfies Record<keyof SearchResult, unknown>),
);

/** The last things opened from the palette, newest first. Stored in this browser. */
export function recentThings(): SearchResult[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    // Only this page writes here: a text where an id belongs is one.
    return areThings(stored) ? (stored as SearchResult[]) : [];
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
