import type { WorkspaceSort } from "@malamar/contract/workspace.ts";

export type ListParams = { q: string; sort: WorkspaceSort };

const DEFAULT_SORT: WorkspaceSort = "-last_activity_at";

export const SORT_LABELS: Record<WorkspaceSort, string> = {
  "-last_activity_at": "Recent activity",
  last_activity_at: "Oldest activity",
  "-created_at": "Newest created",
  created_at: "Oldest created",
  "-updated_at": "Recently updated",
  updated_at: "Least recently updated",
};

// Each of them has its label: these are all.
export const SORTS = Object.keys(SORT_LABELS) as WorkspaceSort[];

/** One that does not exist is ignored. */
export function sortFrom(text: string | null): WorkspaceSort {
  return SORTS.find((sort) => sort === text) ?? DEFAULT_SORT;
}

/** Whether the list has its defaults. */
export function isUsual({ q, sort }: ListParams): boolean {
  return q === "" && sort === DEFAULT_SORT;
}

/** What the address asks for. */
export function readListParams(search: URLSearchParams): ListParams {
  return { q: search.get("q") ?? "", sort: sortFrom(search.get("sort")) };
}

/** The address after a change. Defaults are left out, unrelated parameters stay. */
export function changeListParams(
  search: URLSearchParams,
  change: Partial<ListParams>,
): URLSearchParams {
  const params = { ...readListParams(search), ...change };
  const next = new URLSearchParams(search);
  next.delete("q");
  next.delete("sort");
  if (params.q !== "") next.set("q", params.q);
  if (params.sort !== DEFAULT_SORT) next.set("sort", params.sort);
  return next;
}
