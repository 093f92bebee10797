import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** The database of an OpenCode 1.18 with this home, as far as Malamar reads it. */
export function openCodeDatabase(home: string, name = ".local/share/opencode/opencode.db") {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run(`CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, cost REAL NOT NULL,
    tokens_input INTEGER NOT NULL, tokens_output INTEGER NOT NULL, tokens_reasoning INTEGER NOT NULL,
    tokens_cache_read INTEGER NOT NULL, tokens_cache_write INTEGER NOT NULL)`);
  const add = db.query("INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  return {
    path,
    /** Each step has used 1234 tokens in, of which 1000 are cached, and 56 out. */
    set: (id: string, parent: string | null, steps: number, cost = 0.25 * steps) =>
      void add.run(id, parent, cost, 200 * steps, 50 * steps, 6 * steps, 1000 * steps, 34 * steps),
    [Symbol.dispose]: () => db.close(),
  };
}
