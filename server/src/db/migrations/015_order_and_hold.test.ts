import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { openDatabase } from "../open.ts";
import { MIGRATIONS } from "./index.ts";

const BEFORE = MIGRATIONS.filter(({ version }) => version < 15);

const TASK = `INSERT INTO tasks (id, workspace_id, summary, status, last_processed_at, created_at, updated_at)
  VALUES (?, ?, '', ?, ?, ?, '')`;
const ITEM = `INSERT INTO task_queue (id, task_id, workspace_id, status, created_at, updated_at)
  VALUES (?, ?, 'w', ?, '', ?)`;

test("tasks keep the order in which they would have been picked up, and are counted by creation", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  {
    using db = openDatabase(path, BEFORE);
    for (const id of ["w", "other", "empty"]) {
      db.run(
        `INSERT INTO workspaces (id, title, last_activity_at, created_at, updated_at)
         VALUES (?, '', '', '', '')`,
        [id],
      );
    }
    // Written in another order than they were made.
    for (const [id, workspace, status, processed, created, queued] of [
      ["newest", "w", "todo", null, "4", "8"],
      ["oldest", "w", "todo", null, "1", "7"],
      ["worked", "w", "todo", "5", "2", "6"],
      ["imported", "w", "todo", null, "3", null],
      ["done", "w", "done", "9", "5", null],
      ["alone", "other", "todo", null, "1", null],
    ] as const) {
      db.run(TASK, [id, workspace, status, processed, created]);
      if (queued) db.run(ITEM, [`i-${id}`, id, "queued", queued]);
    }
    db.run(ITEM, ["i-under-way", "alone", "in_progress", ""]);
  }
  using db = openDatabase(path);
  const rows = db
    .query<{ id: string; number: number; labels: string; is_on_hold: number }, []>(
      `SELECT id, number, labels, is_on_hold FROM tasks WHERE status = 'todo'
       ORDER BY workspace_id DESC, position`,
    )
    .all();
  expect(rows.map(({ id, number, is_on_hold }) => [id, number, is_on_hold])).toEqual([
    ["worked", 2, 0],
    ["newest", 4, 0],
    ["oldest", 1, 0],
    // Nobody had ever started it.
    ["imported", 3, 1],
    ["alone", 1, 0],
  ]);
  expect(rows.every(({ labels }) => labels === "[]")).toBe(true);
  expect(db.query("SELECT DISTINCT pickup_order, is_paused FROM workspaces").all()).toEqual([
    { pickup_order: "newest_first", is_paused: 0 },
  ]);
  expect(
    db.query("SELECT workspace_id, last_number FROM task_numbers ORDER BY workspace_id").all(),
  ).toEqual([
    { workspace_id: "other", last_number: 1 },
    { workspace_id: "w", last_number: 5 },
  ]);
});
