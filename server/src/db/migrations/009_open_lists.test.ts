import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { openDatabase } from "../open.ts";
import { MIGRATIONS } from "./index.ts";

const ITEM_STATUS = "CHECK (status IN ('queued', 'in_progress', 'completed', 'failed'))";

const OPENED: Record<string, string> = {
  workspaces: "CHECK (working_directory_mode IN ('temp', 'static', 'worktree'))",
  tasks: "CHECK (wait_reason IN ('backoff', 'quota'))",
  task_logs: "CHECK (actor_type IN ('user', 'agent', 'system'))",
  task_queue: ITEM_STATUS,
  chat_queue: ITEM_STATUS,
  runs: "CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled', 'lost'))",
};

function schemaAt(version: number) {
  using dir = tempDir();
  using db = openDatabase(join(dir.path, "malamar.db"), MIGRATIONS.slice(0, version));
  return definitions(db);
}

/** Without quotes around names, and with one space wherever there is any. */
function definitions(db: Database): Record<string, string> {
  const rows = db
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_master WHERE sql <> ''")
    .all();
  return Object.fromEntries(rows.map(({ name, sql }) => [name, normal(sql)]));
}

const normal = (sql: string) =>
  sql
    .replace(/^CREATE TABLE "(\w+)"/, "CREATE TABLE $1")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" ,", ",");

test("six lists are open; everything else is defined as before", () => {
  const before = schemaAt(8);
  expect(Object.keys(before).length).toBeGreaterThan(60);
  const expected = Object.fromEntries(
    Object.entries(before).map(([name, sql]) => [
      name,
      normal(sql.replace(OPENED[name] ?? "", "")),
    ]),
  );
  expect(schemaAt(9)).toEqual(expected);
  for (const [name, check] of Object.entries(OPENED)) expect(before[name]).toContain(check);
});
