import type { Database } from "bun:sqlite";
import type { Migration } from "./migrations/index.ts";

/**
 * Runs one migration and records it, or leaves everything as it was. A row that was added or
 * removed unannounced, or that lost the row it refers to, counts as a failure.
 */
export function applyMigration(db: Database, { version, up, changesRowsOf = [] }: Migration): void {
  db.transaction(() => {
    const before = rowCounts(db);
    const brokenBefore = brokenReferences(db);
    if (typeof up === "string") db.run(up);
    else up(db);
    requireSameCounts(before, rowCounts(db), changesRowsOf);
    requireNoneBroken(brokenReferences(db), brokenBefore);
    db.query("INSERT INTO _migrations (version, applied_at) VALUES (?, ?)").run(
      version,
      new Date().toISOString(),
    );
  }).immediate();
}

/** Every table with its own rows: the internal tables of a full-text index do not count. */
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

/** A deleted table has no rows. */
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

interface BrokenReference {
  table: string;
  rowid: number | null;
  parent: string;
  fkid: number;
}

function brokenReferences(db: Database): BrokenReference[] {
  return db.query<BrokenReference, []>("PRAGMA foreign_key_check").all();
}

/** Rows that someone broke by hand, with foreign keys off, must not block every later update. */
function requireNoneBroken(now: BrokenReference[], before: BrokenReference[]): void {
  const keyOf = ({ table, rowid, fkid }: BrokenReference) => `${table} ${rowid} ${fkid}`;
  const known = new Set(before.map(keyOf));
  const broken = now.find((reference) => !known.has(keyOf(reference)));
  if (!broken) return;
  throw new Error(`${broken.table} would refer to rows of ${broken.parent} that are not there`);
}
