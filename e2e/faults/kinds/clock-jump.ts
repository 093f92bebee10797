import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Database } from "bun:sqlite";
import { always, type Fault } from "./fault.ts";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** From a clock that is set right by some minutes to one that has lost its battery. */
const JUMPS = [5 * MINUTE, 3 * 60 * MINUTE, DAY, 30 * DAY, 3 * 365 * DAY];

/**
 * While Malamar was down, the clock has jumped. Nobody else's clock is touched: all that is stored is
 * moved by as much in the other direction, which is the same for whoever reads it.
 */
export const clockJump: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    await world.end(random.below(2) === 0 ? "SIGKILL" : "SIGTERM");
    const seconds = JUMPS[random.below(JUMPS.length)]! * (random.below(2) === 0 ? 1 : -1);
    moveStoredTimes(join(world.dataDir, "malamar.db"), -seconds);
    moveFileTimes(join(world.dataDir, "runs"), -seconds);
    await world.start();
  },
};

/** A time as all of them are stored. */
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
