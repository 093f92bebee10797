import type { RunId } from "@malamar/contract/ids.ts";
import { newestVersion } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { openForReading } from "./open.ts";

/** What a copy says of itself. Throws when it is damaged. */
export function inspectCopy(path: string): { schema: number; runIds: RunId[] } {
  const copy = openForReading(path);
  try {
    const [check] = copy.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all();
    if (check?.quick_check !== "ok") throw new Error(check?.quick_check ?? "no answer");
    const schema = newestVersion(copy);
    if (schema === 0) throw new Error("it is not a database of Malamar");
    if (schema > MIGRATIONS.at(-1)!.version) throw new Error("it is from a newer Malamar");
    const runs = copy.query<{ id: RunId }, []>("SELECT id FROM runs ORDER BY started_at").all();
    return { schema, runIds: runs.map(({ id }) => id) };
  } finally {
    copy.close();
  }
}
