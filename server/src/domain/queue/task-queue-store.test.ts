import { expect, test } from "bun:test";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "#db/open.ts";
import type { Stored } from "#db/row.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { seededRandom } from "#testing/seeded-random.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { pickNext, type Candidate } from "./pickup.ts";
import { createTaskQueueStore } from "./task-queue-store.ts";

test("in any queue, the few selected candidates include the winner", () => {
  using dir = tempDir();
  const db = openDatabase(join(dir.path, "malamar.db"));
  const queue = createTaskQueueStore(db);
  const add = rowsIn(db);
  const workspace_id = add.workspace().id;
  const everything = db.query<Stored<Candidate>, []>(
    `SELECT q.id AS item_id, q.task_id, q.asks_agent_id, t.status AS task_status, t.is_priority, t.position, t.is_on_hold,
       w.is_paused, t.wait_reason, t.retry_at, t.last_processed_at
     FROM task_queue q JOIN tasks t ON t.id = q.task_id JOIN workspaces w ON w.id = t.workspace_id
     WHERE q.status = 'queued'`,
  );
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed);
    db.run("DELETE FROM tasks");
    db.run("UPDATE workspaces SET is_paused = ?", [random.whole(0, 9) === 0 ? 1 : 0]);
    const time = () => `2026-01-01T00:00:${String(random.whole(10, 15))}.000Z`;
    const tasks = random.whole(0, 12);
    const prioritized = random.whole(0, 20);
    for (let at = 0; at < tasks; at++) {
      const task = add.task({
        workspace_id,
        status: random.pick(["todo", "todo", "in_progress", "in_review", "done"]),
        is_priority: at === prioritized,
        position: random.whole(-4, 4) / 4,
        is_on_hold: random.whole(0, 3) === 0,
        wait_reason: random.pick([null, null, "backoff", "quota", "engine"]),
        retry_at: random.whole(0, 2) === 0 ? time() : null,
        last_processed_at: random.whole(0, 1) === 0 ? time() : null,
      });
      if (random.whole(0, 4) > 0) queue.enqueue(task, time());
    }
    const now = time();
    const all = everything.all().map((row) => ({
      ...row,
      is_priority: row.is_priority === 1,
      is_on_hold: row.is_on_hold === 1,
      is_paused: row.is_paused === 1,
    }));
    const picked = pickNext(queue.candidates(workspace_id, now), now);
    const wanted = pickNext(all, now);
    // Tasks that are equal in every relevant respect may swap turns.
    const turn = (candidate?: Candidate) =>
      candidate && [
        candidate.is_priority,
        candidate.task_status === "todo" ? candidate.position : candidate.last_processed_at,
      ];
    expect({ seed, turn: turn(picked) }).toEqual({ seed, turn: turn(wanted) });
  }
  closeDatabase(db);
});
