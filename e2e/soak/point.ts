import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { vitalsOf, type Vitals } from "#long-runs/vitals.ts";
import type { World } from "#long-runs/world.ts";
import { query } from "#support/database-checks.ts";
import { processesIn } from "#support/processes.ts";

/** What remains when nothing runs. */
export interface Point extends Vitals {
  databaseKb: number;
  logKb: number;
  freePages: number;
  /** Rows of all tables together. */
  rows: number;
  dataFiles: number;
  tempFiles: number;
  processes: number;
}

/** Memory is released shortly after the work. */
const LOOKS = 5;
const PAUSE_MS = 60;

export async function measure(world: World): Promise<Point> {
  const { pid } = world.server();
  let least: Vitals | null = null;
  for (let look = 0; look < LOOKS; look++) {
    await Bun.sleep(PAUSE_MS);
    const vitals = vitalsOf(pid);
    if (vitals && vitals.memoryMb <= (least?.memoryMb ?? Infinity)) least = vitals;
  }
  const [pages] = query(world.dataDir, (select) =>
    select<{ freelist_count: number }>("PRAGMA freelist_count"),
  );
  return {
    ...(least ?? { memoryMb: 0, descriptors: 0, threads: 0 }),
    databaseKb: kilobytes(join(world.dataDir, "malamar.db")),
    logKb: kilobytes(join(world.dataDir, "malamar.db-wal")),
    freePages: pages?.freelist_count ?? 0,
    rows: rowsIn(world.dataDir),
    dataFiles: filesIn(world.dataDir),
    tempFiles: filesIn(world.tempDir),
    processes: processesIn(world.home.dir).length,
  };
}

/**
 * Of these tables, or of all that hold users' data. That excludes the search index, and what is
 * known about quotas: a row for each CLI, deleted when it is next read after its end.
 */
export function rowsIn(dataDir: string, tables?: readonly string[]): number {
  return query(dataDir, (select) => {
    const names =
      tables ??
      select<{ name: string }>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
         AND name <> 'cli_quotas'`,
      ).map(({ name }) => name);
    return names
      .map((name) => select<{ count: number }>(`SELECT count(*) AS count FROM "${name}"`))
      .reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
  });
}

function kilobytes(path: string): number {
  return Math.round((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1024);
}

function filesIn(dir: string): number {
  return readdirSync(dir, { recursive: true }).length;
}
