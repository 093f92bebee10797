import { Database } from "bun:sqlite";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

/**
 * Lets time pass for a Malamar that is down, without changing any clock: all stored times are moved
 * as far in the other direction, which looks the same to any reader.
 */
export function letTimePass(dataDir: string, seconds: number): void {
  moveStoredTimes(join(dataDir, "malamar.db"), -seconds);
  moveFileTimes(join(dataDir, "runs"), -seconds);
}

/** The format of every stored time. */
const TIME = "'____-__-__T__:__:__.___Z'";

function moveStoredTimes(path: string, seconds: number): void {
  using db = new Database(path);
  const columns = db
    .query<{ tbl: string; col: string }, []>(
      `SELECT m.name AS tbl, p.name AS col FROM sqlite_master m, pragma_table_info(m.name) p
       WHERE m.type = 'table' AND p.type = 'TEXT' AND p.name LIKE '%\\_at' ESCAPE '\\'`,
    )
    .all();
  db.transaction(() => {
    for (const { tbl, col } of columns) {
      db.run(
        `UPDATE "${tbl}" SET "${col}" = strftime('%Y-%m-%dT%H:%M:%fZ', "${col}", ? || ' seconds')
         WHERE "${col}" LIKE ${TIME}`,
        [String(seconds)],
      );
    }
  })();
}

function moveFileTimes(dir: string, seconds: number): void {
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    const time = statSync(path).mtimeMs / 1000 + seconds;
    utimesSync(path, time, time);
  }
}
