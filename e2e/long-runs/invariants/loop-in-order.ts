import { query } from "#support/database-checks.ts";
import { named, type Invariant } from "./invariant.ts";

/** What must hold at any moment of the loop. */
export const loopInOrder: Invariant = ({ world }) =>
  query(world.dataDir, (rows) => [
    ...named(
      "Workspaces with two tasks In Progress",
      rows(
        `SELECT workspace_id FROM tasks WHERE status = 'in_progress' GROUP BY 1 HAVING count(*) > 1
         UNION
         SELECT workspace_id FROM task_queue WHERE status = 'in_progress' GROUP BY 1 HAVING count(*) > 1`,
      ),
    ),
    ...named(
      "Workspaces with two prioritized tasks",
      rows("SELECT workspace_id FROM tasks WHERE is_priority = 1 GROUP BY 1 HAVING count(*) > 1"),
    ),
    ...named(
      "Open tasks that nothing is queued for",
      rows(
        `SELECT id, status FROM tasks WHERE status IN ('todo', 'in_progress') AND id NOT IN
           (SELECT task_id FROM task_queue WHERE status IN ('queued', 'in_progress'))`,
      ),
    ),
  ]);
