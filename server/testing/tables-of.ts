import type { Database } from "bun:sqlite";

/** Every table with rows of its own, by name: not the search index, and not SQLite's own. */
export function tablesOf(db: Database): string[] {
  return db
    .query<{ name: string }, []>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    )
    .all()
    .map(({ name }) => name);
}
