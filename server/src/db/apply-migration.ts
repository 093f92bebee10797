import type { Database } from "bun:sqlite";
import type { Migration } from "./migrations/index.ts";

/**
 * Runs one migration and notes that it ran, or leaves everything as it was. A row that came or went
 * unannounced, or that refers to one which is not there, counts as a failure.
 */
export function applyMigration(db: Database, { version, up, changesRowsOf = [] }: Migration): void {
  db.transaction(() => {
    const before = rowCounts(db);
    if (typeof up === "string") db.run(up);
    else up(db);
    requireSameCounts(before, rowCounts(db), changesRowsOf);
    requireForeignKeys(db);
    db.query("INSERT INTO _migrations (version, applied_at) VALUES (?, ?)").run(
      version,
      new Date().toISOString(),
    );
  }).immediate();
}

/** Of every table with rows of its own: what a full-text index keeps for itself is not counted. */
function rowCounts(db: Database): Map<string, number> {
  const tables = db
    .query<{ name: string }, []>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  return new Map(tables.map(({ name }) => [name, rowCount(db, name)]));
}

function rowCount(db: Database, table: string): number {
  return db.query<{ count: number }, []>(`SELECT count(*) AS count FROM "${table}"`).get()!.count;
}

/** A table that is gone has no rows any more. */
function requireSameCounts(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  mayDiffer: readonly string[],
): void {
  const problems = [...before].flatMap(([table, count]) => {
    const now = after.get(table) ?? 0;
    if (now === count || mayDiffer.includes(table)) return [];
    return `${table} would have ${now} rows instead of ${count}`;
  });
  if (problems.length > 0) throw new Error(problems.join(", "));
}

function requireForeignKeys(db: Database): void {
  const [broken] = db
    .query<{ table: string; parent: string }, []>("PRAGMA foreign_key_check")
    .all();
  if (!broken) return;
  throw new Error(`${broken.table} would refer to rows of ${broken.parent} that are not there`);
}
