interface PageOrder {
  table: string;
  /** The table's name in the statement. */
  as: string;
  /** A column of times; equal ones keep the insertion order. */
  by: string;
  direction: "ASC" | "DESC";
  /** What all rows of the list have in common, where the table has others. */
  of?: string;
}

/**
 * The rows left for a page: those after the row $before. If the list has no such row (anymore), all of
 * them, so that a client that reads page by page while rows are deleted misses none.
 */
export function pageCondition({ table, as, by, direction, of = "true" }: PageOrder): string {
  const [beyond, start] = direction === "ASC" ? [">", "''"] : ["<", "'~'"];
  return `(${as}.${by}, ${as}.rowid) ${beyond}
    (SELECT ${by}, rowid FROM ${table} WHERE id = $before AND ${of}
     UNION ALL SELECT ${start}, 0 LIMIT 1)`;
}

/** The same for a list in insertion order, which a clock that is set back cannot change. */
export function writtenAfter(table: string, as: string, of: string): string {
  return `${as}.rowid > (SELECT rowid FROM ${table} WHERE id = $before AND ${of}
    UNION ALL SELECT 0 LIMIT 1)`;
}
