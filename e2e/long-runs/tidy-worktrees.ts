import { query } from "#support/database-checks.ts";
import { isOk } from "./client.ts";
import { named, type Scene } from "./invariants/invariant.ts";
import { askToGoOn } from "./rest.ts";

interface WorktreeRow {
  id: string;
  state: string;
  problem: string | null;
  task_id: string;
  is_open: 0 | 1;
}

/**
 * Continues work whose worktree was never completed, and removes worktrees that nobody needs. Returns
 * those that cannot be removed.
 */
export async function tidyWorktrees(scene: Scene): Promise<string[]> {
  const { world, client } = scene;
  const worktrees = (more = "", ...values: string[]) =>
    query(world.dataDir, (rows) => rows<WorktreeRow>(WORKTREES + more, ...values));
  const kept = await Promise.all(
    worktrees().map(async ({ id, state, task_id, is_open }) => {
      if (is_open) {
        if (state !== "ready") await askToGoOn(scene, { id: task_id });
        return [];
      }
      const answer = await client.send("DELETE", `/api/worktrees/${id}`);
      return isOk(answer) ? [] : worktrees(" AND worktrees.id = ?", id);
    }),
  );
  return named("Worktrees that cannot be removed", kept.flat());
}

const WORKTREES = `
  SELECT id, state, problem, task_id, EXISTS
    (SELECT 1 FROM tasks WHERE tasks.id = task_id AND status <> 'done') AS is_open
  FROM worktrees WHERE state <> 'removed'`;
