import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { openDatabase } from "../open.ts";
import { passesIn } from "./014_passes_of_runs.ts";
import { MIGRATIONS } from "./index.ts";

/** "Planner comment" and so on. */
const passesOf = (...runs: string[]) =>
  passesIn(
    runs.map((run) => {
      const [agent_id = null, action_type = null] = run.split(" ");
      return { agent_id, action_type };
    }),
  );

test.each<[string, string[], number[]]>([
  ["nobody", [], []],
  ["every agent has one run in a pass", ["P comment", "R skip", "P skip", "R skip"], [1, 1, 2, 2]],
  ["review ends a pass", ["P in_review", "R in_review"], [1, 2]],
  ["so does a failure", ["P skip", "R error", "P skip", "R skip"], [1, 1, 2, 2]],
  ["and a stop", ["P skip", "R cancelled", "P skip"], [1, 1, 2]],
  [
    "a pass continues with the agent that failed",
    ["P skip", "R error", "R skip", "S skip"],
    [1, 1, 1, 1],
  ],
  ["a first agent that failed starts over", ["P error", "P error", "P skip"], [1, 2, 3]],
  ["after one that says nothing", ["P", "R skip"], [1, 2]],
])("the passes of earlier runs: %s", (_what, runs, passes) => {
  expect(passesOf(...runs)).toEqual(passes);
});

test("earlier runs get their pass and their outcome from the activity log; others stay without", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const at = "2026-01-01T00:00:00.000Z";
  {
    using db = openDatabase(path, MIGRATIONS.slice(0, 13));
    db.run(
      "INSERT INTO workspaces (id, title, created_at, updated_at, last_activity_at) VALUES ('w', 'W', ?, ?, ?)",
      [at, at, at],
    );
    for (const id of ["t", "u"]) {
      db.run(
        "INSERT INTO tasks (id, workspace_id, summary, created_at, updated_at) VALUES (?, 'w', 'S', ?, ?)",
        [id, at, at],
      );
    }
    db.run("INSERT INTO chats (id, workspace_id, created_at, updated_at) VALUES ('c', 'w', ?, ?)", [
      at,
      at,
    ]);
    const run = (id: string, agent: string, owner: { task?: string; chat?: string }) =>
      db.run(
        `INSERT INTO runs (id, workspace_id, task_id, chat_id, agent_id, agent_name, cli_type, status, started_at)
         VALUES (?, 'w', ?, ?, ?, ?, 'claude', 'succeeded', ?)`,
        [id, owner.task ?? null, owner.chat ?? null, agent, agent, at],
      );
    run("r1", "Planner", { task: "t" });
    run("r2", "Planner", { task: "u" });
    run("r3", "Reviewer", { task: "t" });
    run("r4", "Planner", { task: "t" });
    run("r5", "Planner", { chat: "c" });
    const finished = (id: string, task: string, run_id: string, action_type: string) =>
      db.run(
        `INSERT INTO task_logs (id, task_id, workspace_id, event_type, actor_type, metadata, created_at)
         VALUES (?, ?, 'w', 'agent_finished', 'agent', ?, ?)`,
        [id, task, JSON.stringify({ run_id, action_type }), at],
      );
    finished("l1", "t", "r1", "comment");
    finished("l2", "t", "r3", "skip");
    finished("l3", "u", "r2", "in_review");
    // A task imported from another Malamar may name any run in its log.
    finished("l4", "u", "r4", "error");
  }
  using db = openDatabase(path);
  expect(db.query("SELECT id, pass, action_type FROM runs ORDER BY rowid").values()).toEqual([
    ["r1", 1, "comment"],
    ["r2", 1, "in_review"],
    ["r3", 1, "skip"],
    ["r4", 2, null],
    ["r5", null, null],
  ]);
});
