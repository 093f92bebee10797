import type { Database } from "bun:sqlite";
import { closeSync, openSync } from "node:fs";

/** A complete copy of one moment. Writers are not blocked: this reads a snapshot. */
export function copyDatabase(db: Database, target: string): void {
  // VACUUM INTO accepts an empty file as its target; created here, it is private from the first
  // byte.
  closeSync(openSync(target, "wx", 0o600));
  db.query("VACUUM INTO ?").run(target);
}
