import { Database } from "bun:sqlite";
import { databasePath } from "@malamar/server/data-directory/data-directory.ts";

/** Throws unless the database passes every check that SQLite offers. */
export function check(dataDir: string): void {
  const db = new Database(databasePath(dataDir), { readwrite: true });
  try {
    const [integrity] = db.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    if (integrity?.integrity_check !== "ok") throw new Error(integrity?.integrity_check);
    const orphans = db.query("PRAGMA foreign_key_check").all();
    if (orphans.length > 0) throw new Error(`${orphans.length} rows have lost their parents.`);
    // Compared with the titles themselves, not only checked internally.
    db.run("INSERT INTO title_parts (title_parts, rank) VALUES ('integrity-check', 1)");
  } finally {
    db.close(true);
  }
}
