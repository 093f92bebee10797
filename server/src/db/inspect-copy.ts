import type { Database } from "bun:sqlite";
import type { RunId } from "@malamar/contract/ids.ts";
import { strangeParts, strangeVersionTable } from "./known-schema.ts";
import { newestVersion } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { openForReading } from "./open.ts";

interface Judged {
  schema: number;
  /** What Malamar never puts into a database. */
  strange: string[];
}

interface Inspected extends Judged {
  runIds: RunId[];
  /** Of the commands that were run in the files of tasks. */
  checkRunIds: string[];
}

/** Throws on definitions that may not run: a CHECK or a computed column runs when it is read. */
export type AcceptSchema = (strange: string[]) => void;

/** Checks the definitions, before anything that they define is read. */
export function judgeSchema(db: Database, accept: AcceptSchema): Judged {
  accept(strangeVersionTable(db));
  const schema = newestVersion(db);
  if (schema === 0) throw new Error("it is not a Malamar database");
  if (schema > MIGRATIONS.at(-1)!.version) throw new Error("it is from a newer Malamar");
  const strange = strangeParts(db, schema);
  accept(strange);
  return { schema, strange };
}

/** What a copy reports about itself. Throws when it is damaged. */
export function inspectCopy(path: string, accept: AcceptSchema): Inspected {
  const copy = openForReading(path);
  try {
    const judged = judgeSchema(copy, accept);
    const damage = damageOf(copy);
    if (damage !== null) throw new Error(damage);
    const runs = copy.query<{ id: RunId }, []>("SELECT id FROM runs ORDER BY started_at").all();
    const checkRuns = hasTable(copy, "check_runs")
      ? copy.query<{ id: string }, []>("SELECT id FROM check_runs").all()
      : [];
    const [runIds, checkRunIds] = [runs.map(({ id }) => id), checkRuns.map(({ id }) => id)];
    return { ...judged, runIds, checkRunIds };
  } finally {
    copy.close();
  }
}

/** One from before an update may lack it. */
function hasTable(db: Database, name: string): boolean {
  return (
    db.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== null
  );
}

/** The first thing that SQLite finds wrong with its pages; null when all of them are sound. */
export function damageOf(db: Database): string | null {
  const [check] = db.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all();
  return check?.quick_check === "ok" ? null : (check?.quick_check ?? "no answer");
}
