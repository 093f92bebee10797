import { query } from "#support/database-checks.ts";
import { until } from "#support/until.ts";
import type { Scene } from "./invariants/invariant.ts";

interface OpenTask {
  id: string;
  status: string;
  retry_at: string | null;
}

/** For the work left when nothing goes wrong anymore; the retries take most of it. */
const PATIENCE_MS = 60_000;
/** Tasks that wait longer get a comment, as from a person. */
const LONG_WAIT_MS = 2000;

/**
 * Waits until every task is in review or done and every chat answered; reports what never moves
 * again.
 */
export async function reachRest(scene: Scene): Promise<string[]> {
  try {
    await until(
      async () => {
        const { tasks, chats } = openWork(scene);
        for (const task of tasks.filter(waitsLong)) await askToGoOn(scene, task);
        return tasks.length + chats.length === 0;
      },
      "everything is at rest",
      PATIENCE_MS,
    );
    return [];
  } catch {
    return [`These do not move anymore: ${JSON.stringify(openWork(scene))}`];
  }
}

function openWork({ world }: Scene) {
  return query(world.dataDir, (rows) => ({
    tasks: rows<OpenTask>(
      `SELECT id, summary, status, pass_count, wait_reason, retry_at, last_error FROM tasks
       WHERE status IN ('todo', 'in_progress') OR id IN
         (SELECT task_id FROM runs WHERE status = 'running')`,
    ),
    chats: rows(
      `SELECT chat_id, status FROM chat_queue WHERE status IN ('queued', 'in_progress')
       UNION ALL
       SELECT chat_id, status FROM runs WHERE status = 'running' AND chat_id IS NOT NULL`,
    ),
  }));
}

function waitsLong({ retry_at }: OpenTask): boolean {
  return retry_at !== null && Date.parse(retry_at) - Date.now() > LONG_WAIT_MS;
}

/** A comment is human input: earlier retries no longer count. */
export async function askToGoOn({ client }: Scene, { id }: Pick<OpenTask, "id">): Promise<void> {
  await client.send("POST", `/api/tasks/${id}/comments`, { content: "Please continue" });
}
