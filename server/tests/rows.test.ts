import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { openDatabase } from "#db/open.ts";
import { createAgentStore } from "#domain/agent/agent-store.ts";
import { createChatStore } from "#domain/chat/chat-store.ts";
import { createMessageStore } from "#domain/chat/message-store.ts";
import { createRunStore } from "#domain/run/run-store.ts";
import { createActivityStore } from "#domain/task/activity-store.ts";
import { createCommentStore } from "#domain/task/comment-store.ts";
import { createTaskStore } from "#domain/task/task-store.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { tablesOf } from "#testing/tables-of.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** Tables that no row describes, and why. */
const UNDESCRIBED = {
  _migrations: "of the database itself",
  comments_to_cut: "two ids each, until what they name is cut",
  settings: "a name and a value each, whose types the settings have",
  restores: "two ids each, until what they name is put back",
  task_numbers: "one figure for each workspace, counted up in SQL",
  titles: "written by triggers alone",
  usage_hourly: "added up in SQL as runs end",
  viewed_files: "three texts each, written and read in SQL alone",
};

interface Description {
  table: string;
  described: Record<string, { is: string; default?: unknown }>;
}

/** Everything that the stores describe. */
async function descriptions(): Promise<Description[]> {
  const root = join(import.meta.dir, "../src/domain");
  const found: Description[] = [];
  for await (const file of new Glob("**/*-store.ts").scan(root)) {
    const room = (await import(join(root, file))) as Record<string, unknown>;
    found.push(
      ...Object.entries(room).flatMap(([name, value]) =>
        name.endsWith("Row") ? [value as Description] : [],
      ),
    );
  }
  return found.toSorted((a, b) => a.table.localeCompare(b.table));
}

const TYPES: Record<string, string> = {
  text: "TEXT",
  json: "TEXT",
  integer: "INTEGER",
  flag: "INTEGER",
  real: "REAL",
};

function columnsOf(db: Database, table: string): string[] {
  const columns = db
    .query<{ name: string; type: string; notnull: number }, [string]>(
      "SELECT name, type, [notnull] FROM pragma_table_info(?)",
    )
    .all(table);
  return columns.map(
    ({ name, type, notnull }) => `${name} ${type}${notnull === 1 ? "" : " or null"}`,
  );
}

test("every table has the columns that its row describes, as it describes them", async () => {
  using dir = tempDir();
  using db = openDatabase(join(dir.path, "malamar.db"));
  const rows = await descriptions();
  for (const { table, described } of rows) {
    const columns = Object.entries(described).map(([name, { is }]) =>
      [name, is.replace(/^\w+/, (kind) => TYPES[kind]!)].join(" "),
    );
    expect([table, ...columns.toSorted()]).toEqual([table, ...columnsOf(db, table).toSorted()]);
  }
  const known = [...rows.map(({ table }) => table), ...Object.keys(UNDESCRIBED)];
  expect(tablesOf(db)).toEqual(known.toSorted());
});

test("what is written is read back, whatever it consists of", () => {
  using dir = tempDir();
  using db = openDatabase(join(dir.path, "malamar.db"));
  const add = rowsIn(db);
  const workspace = add.workspace({ auto_delete_done_tasks: false, max_cost_usd: 2.5 });
  expect(createWorkspaceStore(db).get(workspace.id)).toEqual(workspace);
  const agent = add.agent({ workspace_id: workspace.id, model: "large" });
  expect(createAgentStore(db).get(agent.id)).toEqual(agent);
  const task = add.task({
    workspace_id: workspace.id,
    is_priority: true,
    labels: ['"quoted"', "ß"],
    position: -0.125,
    retry_at: "2026",
    loop_memory: { said: { fingerprint: "'\"\u0000", passes: 2 } },
    tripped_guard: { guard: "max_passes", detail: "enough" },
  });
  expect(createTaskStore(db).get(task.id)).toEqual(task);
  const chat = add.chat({ workspace_id: workspace.id, agent_id: agent.id });
  expect(createChatStore(db).get(chat.id)).toEqual(chat);
  const result = { status: "done" as const, text: "", task_id: task.id, agent_id: null };
  const message = add.message({ chat_id: chat.id, actions: [{ type: "x", more: [1], result }] });
  expect(createMessageStore(db).list(chat.id)).toMatchObject([message]);
  const comment = add.comment({ task_id: task.id, workspace_id: workspace.id });
  expect(createCommentStore(db).list(task.id, {})).toMatchObject([comment]);
  const log = add.log({
    task_id: task.id,
    workspace_id: workspace.id,
    event_type: "status_changed",
    metadata: { old_status: "todo", new_status: "done" },
  });
  expect(createActivityStore(db).list(task.id, {})).toMatchObject([log]);
  const run = add.run({ workspace_id: workspace.id, task_id: task.id, cost_usd: 0.5 });
  expect(createRunStore(db).get(run.id)).toEqual(run);
});
