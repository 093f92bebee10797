import { Database } from "bun:sqlite";
import { quoted } from "#lib/quoted.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";

interface Part {
  type: string;
  name: string;
  tbl_name: string;
  /** null for an index that belongs to a PRIMARY KEY or UNIQUE of its table. */
  sql: string | null;
}

/**
 * What a database has that ours of the same version does not, what it lacks, and what it defines
 * differently, in words. A trigger, a view or a CHECK is code that runs with every write. Only the
 * table of definitions is read: a value could be computed by one of them.
 */
export function strangeParts(db: Database, version: number): string[] {
  const known = knownParts(version);
  const found = new Map(partsOf(db).map((part) => [keyOf(part), part]));
  const strange = [...found].flatMap(([key, part]) => {
    const ours = known.get(key);
    if (ours === undefined) return isOfSqlite(part) ? [] : [inWords(part)];
    return isSame(ours, part) ? [] : [`${inWords(part)}, which is defined differently`];
  });
  const missing = [...known.values()].filter((part) => !found.has(keyOf(part)));
  return [...strange, ...missing.map((part) => `${inWords(part)}, which is missing`)];
}

/** The same for the table with the version. It is read before anything else can be judged. */
export function strangeVersionTable(db: Database): string[] {
  const ours = knownParts(MIGRATIONS[0]!.version).get(VERSION_TABLE);
  const found = partsOf(db).find((part) => keyOf(part) === VERSION_TABLE);
  if (!ours || !found || isSame(ours, found)) return [];
  return [`${inWords(found)}, which is defined differently`];
}

const VERSION_TABLE = "table _migrations";

/** As our own migrations up to that version leave it. */
function knownParts(version: number): Map<string, Part> {
  using db = new Database(":memory:", { strict: true });
  migrate(
    db,
    MIGRATIONS.filter((migration) => migration.version <= version),
  );
  return new Map(partsOf(db).map((part) => [keyOf(part), part]));
}

function partsOf(db: Database): Part[] {
  return db.query<Part, []>("SELECT type, name, tbl_name, sql FROM sqlite_master").all();
}

function keyOf({ type, name }: Part): string {
  return `${type} ${name}`;
}

function isSame(ours: Part, part: Part): boolean {
  return ours.tbl_name === part.tbl_name && ours.sql === part.sql;
}

/**
 * What ANALYZE leaves behind. By its whole definition: a name that begins with sqlite_ proves
 * nothing.
 */
const OF_SQLITE: ReadonlyMap<string, string> = new Map([
  ["sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"],
  ["sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"],
]);

function isOfSqlite({ type, name, sql }: Part): boolean {
  return type === "table" && sql !== null && OF_SQLITE.get(name) === sql;
}

function inWords({ type, name, tbl_name }: Part): string {
  const place = type === "index" || type === "trigger" ? ` on ${quoted(tbl_name)}` : "";
  return `the ${type} ${quoted(name)}${place}`;
}
