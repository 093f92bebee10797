import type { Database } from "bun:sqlite";
import { closeSync, openSync } from "node:fs";

/** A complete copy of one moment. Writers are not blocked: this reads what was there before. */
export function copyDatabase(db: Database, target: string): void {
  // VACUUM INTO takes an empty file as its target; made here, it is private from the first byte.
  closeSync(openSync(target, "wx", 0o600));
  db.query("VACUUM INTO ?").run(target);
}
