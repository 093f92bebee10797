import type { PageQuery } from "@malamar/contract/page.ts";

export interface Page<Row> {
  rows: Row[];
  /** There are rows after these. */
  more: boolean;
  /** The total number of rows, on every page; where they are counted. */
  total?: number;
}

/** Asks for one row more than wanted, to know whether another page follows. */
export function pageOf<Row>(read: (window: PageQuery) => Row[], query: PageQuery): Page<Row> {
  const { limit, before } = query;
  if (limit === undefined) return { rows: read({ before }), more: false };
  const rows = read({ limit: limit + 1, before });
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** The page of a list that was not found by SQL. */
export function windowOf<Row extends { id: string }>(
  rows: readonly Row[],
  { limit, before }: PageQuery,
): Row[] {
  // As in SQL: if that row is gone, the list starts again, so nobody misses any.
  const start = rows.findIndex((row) => row.id === before) + 1;
  return rows.slice(start, limit === undefined ? undefined : start + limit);
}
