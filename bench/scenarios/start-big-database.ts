import { Database } from "bun:sqlite";
import { databasePath } from "@malamar/server/data-directory/data-directory.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { timeToStart } from "../harness/executable.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

export const startBigDatabase: Scenario = {
  rows: [
    {
      name: "start of the executable: 500 MB against empty",
      unit: "ms",
      better: "lower",
      bound: 1.5,
    },
  ],
  note: () =>
    "start of the executable, 500 MB against empty: until the first answer 200, on a database with " +
    "20,000 tasks, 95,000 comments and 100,000 log entries. Bare: on one with nothing in it.",
  bare: () => startVariant(() => {}),
  malamar: () => startVariant(fillWith500MB),
};

/** The executable on a database that it made itself, and that `fill` may enlarge. */
export async function startVariant(fill: (database: string) => void): Promise<Variant> {
  const folder = temporaryFolder();
  await timeToStart(folder);
  fill(databasePath(folder));
  return {
    round: async () => [await timeToStart(folder)],
    close: async () => removeFolder(folder),
  };
}

function fillWith500MB(path: string): void {
  const db = new Database(path);
  // It is deleted after the run, so nothing has to survive a crash.
  db.run("PRAGMA journal_mode = MEMORY");
  db.run("PRAGMA synchronous = OFF");
  db.transaction(() => {
    insertRows(
      db,
      20_000,
      "tasks (id, workspace_id, number, summary, description, created_at, updated_at)",
      // A first start may have used the lower numbers already.
      ["'task-' || n", WORKSPACE, "n + 1000", "'Task ' || n", "hex(randomblob(1000))", TIME, TIME],
    );
    insertRows(
      db,
      95_000,
      "task_comments (id, task_id, workspace_id, content, created_at, updated_at)",
      ["'comment-' || n", TASK, WORKSPACE, "hex(randomblob(1900))", TIME, TIME],
    );
    insertRows(
      db,
      100_000,
      "task_logs (id, task_id, workspace_id, event_type, actor_type, metadata, created_at)",
      ["'log-' || n", TASK, WORKSPACE, "'run'", "'system'", "hex(randomblob(100))", TIME],
    );
  })();
  db.run("PRAGMA journal_mode = WAL");
  db.close();
}

const WORKSPACE = "(SELECT min(id) FROM workspaces)";
const TASK = "'task-' || (n % 20000 + 1)";
const TIME = "strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch')";

function insertRows(db: Database, count: number, table: string, values: readonly string[]): void {
  db.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT ${count})
     INSERT INTO ${table} SELECT ${values.join(", ")} FROM numbers`,
  );
}
