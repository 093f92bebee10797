import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { WorkspaceSort } from "@malamar/contract/workspace.ts";
import { openDatabase } from "#db/open.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { tempDir } from "#testing/temp-dir.ts";

// The cost of a statement may grow with its result, not with what is stored.

/** Statements that scan a whole table, by how they begin, and why they may. */
const WHOLE_TABLES = {
  "SELECT id FROM workspaces": "housekeeping visits every workspace, once a day",
  "SELECT id, title FROM workspaces":
    "an export may name its workspace by the title, which is not a key",
  "SELECT id, title, description, working_directory_mode":
    "those with a directory of the user's, where one of them is read",
  "SELECT id, workspace_id FROM ( SELECT": "looks through what the inner one has found",
  "UPDATE tasks SET position = placed.place": "looks through what the inner one has found",
  "SELECT engine, account": "one for each engine that is broken, if any is",
  "SELECT DISTINCT task_id FROM comments_to_cut": "empty, but after a crash, at a start",
  "SELECT w.id AS workspace_id FROM workspaces w WHERE EXISTS": "one look at each one's queue",
  "SELECT m.workspace_id, m.id": "scans its argument, not a table",
  "SELECT t.id, t.number": "scans its argument, not a table",
  "SELECT a.id, a.cli_type": "scans its argument, not a table",
  "SELECT value AS id FROM json_each": "scans its argument, not a table",
  "DELETE FROM sessions WHERE created_at": "there are a hundred of a person at most, at a login",
  "DELETE FROM sessions WHERE made_with": "there are a hundred of a person at most, at a start",
  "SELECT id FROM sessions WHERE created_at":
    "there are a hundred of a person at most, every 15 seconds",
  "SELECT task_id, checkpoint_id FROM restores": "empty, but after a crash, at a start",
  "UPDATE checkpoints SET abandoned_at": "housekeeping looks for deleted owners, once a day",
  "SELECT DISTINCT repository, ref FROM checkpoints": "after a crash, at a start",
  "WITH newest AS ( SELECT max(rowid) FROM checkpoints": "after a crash, at a start",
  "UPDATE check_runs SET status = 'lost'": "at a start",
  "DELETE FROM check_runs WHERE NOT EXISTS": "housekeeping looks for deleted owners, once a day",
  "SELECT id, workspace_id, task_id, task_summary, repository":
    "all that exist, at a start; the kept work of deleted workspaces, on the settings page",
  "DELETE FROM checkpoints WHERE repository": "when a demo ends, with its repository",
  "SELECT key, value FROM settings": "there are as many as the page has fields",
};

/** Statements that sort before the first row is known, and why they may. */
const SORTED_FIRST = {
  "SELECT id, workspace_id FROM ( SELECT":
    "what waits for a broken engine, when that is tried out: seldom, and the first of each workspace",
};

/** Everything that the stores prepare, and the one statement that is built on request. */
async function statementsOfStores(db: Database): Promise<string[]> {
  const statements = new Set<string>();
  for (const method of ["prepare", "query"] as const) {
    const original = db[method].bind(db) as (sql: string) => unknown;
    db[method] = ((sql: string) => {
      statements.add(sql.replaceAll(/\s+/g, " ").trim());
      return original(sql);
    }) as (typeof db)[typeof method];
  }
  const root = join(import.meta.dir, "../src");
  for await (const file of new Glob("**/*-store.ts").scan(root)) {
    const room = (await import(join(root, file))) as Record<string, unknown>;
    for (const [name, create] of Object.entries(room)) {
      if (!/^create\w+Store$/.test(name)) continue;
      const store = (create as (db: Database) => unknown)(db);
      if (name === "createWorkspaceStore") listInEveryOrder(store as WorkspaceStore);
    }
  }
  return [...statements];
}

function listInEveryOrder(workspaceStore: WorkspaceStore): void {
  for (const sort of WorkspaceSort.options) workspaceStore.list(sort, {});
}

/** SQLite's plan for it. */
function planOf(db: Database, sql: string): string[] {
  const explained = db.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`);
  return explained.all().map(({ detail }) => detail);
}

const hasReason = (reasons: Record<string, string>, sql: string) =>
  Object.keys(reasons).some((beginning) => sql.startsWith(beginning));

test("no statement scans or sorts a whole table without a reason", async () => {
  using dir = tempDir();
  using db = openDatabase(join(dir.path, "malamar.db"));
  const partial = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'",
    )
    .all()
    .map(({ name }) => name);
  // Such an index holds only the requested rows, and a match is what a search index is for.
  const isWhole = (step: string) =>
    /^SCAN (?!CONSTANT ROW)/.test(step) &&
    !/VIRTUAL TABLE INDEX \d+:M/.test(step) &&
    !partial.some((name) => step.endsWith(`INDEX ${name}`));
  const statements = await statementsOfStores(db);
  expect(statements.length).toBeGreaterThan(90);

  const whole = statements.filter((sql) => planOf(db, sql).some(isWhole));
  expect(whole.filter((sql) => !hasReason(WHOLE_TABLES, sql))).toEqual([]);

  const sorted = statements.filter(
    (sql) =>
      sql.includes(" LIMIT ") && planOf(db, sql).some((step) => step.includes("TEMP B-TREE")),
  );
  expect(sorted.filter((sql) => !hasReason(SORTED_FIRST, sql))).toEqual([]);

  const unused = Object.keys({ ...WHOLE_TABLES, ...SORTED_FIRST }).filter(
    (beginning) => ![...whole, ...sorted].some((sql) => sql.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

test("hits of a search come from the titles of their kind, and old Done tasks from their time", async () => {
  using dir = tempDir();
  using db = openDatabase(join(dir.path, "malamar.db"));
  const statements = await statementsOfStores(db);
  const plansOf = (part: string) =>
    statements.filter((sql) => sql.includes(part)).map((sql) => planOf(db, sql)[0]);
  // The two signs are the ends of the range of numbers in the index.
  const ofKind = "SCAN title_parts VIRTUAL TABLE INDEX 192:M1><";
  expect(plansOf("title_parts MATCH")).toEqual([ofKind, ofKind, ofKind]);
  expect(plansOf("LIKE ? ESCAPE")).toEqual(
    Array(3).fill("SEARCH t USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
  );
  expect(plansOf("done_at < ?")).toEqual([
    "SEARCH tasks USING INDEX tasks_done (workspace_id=? AND done_at<?)",
  ]);
});

test("every delete finds the row's children by an index", () => {
  using dir = tempDir();
  using db = openDatabase(join(dir.path, "malamar.db"));
  const children = db
    .query<{ child: string; column: string }, []>(
      `SELECT m.name AS child, f."from" AS column FROM sqlite_master m
       JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
    )
    .all();
  expect(children.length).toBeGreaterThan(10);
  const unindexed = children.filter(({ child, column }) =>
    planOf(db, `SELECT 1 FROM "${child}" WHERE "${column}" = 'x'`).some((step) =>
      step.startsWith("SCAN"),
    ),
  );
  expect(unindexed).toEqual([]);
});
