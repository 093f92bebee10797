import type { Database } from "bun:sqlite";
import { rebuildTable } from "../rebuild-table.ts";

/** These lists grow. Only the contract says which words are in them. */
export function openLists(db: Database): void {
  const ITEM_STATUS = "CHECK (status IN ('queued', 'in_progress', 'completed', 'failed'))";
  rebuildTable(
    db,
    "workspaces",
    without("CHECK (working_directory_mode IN ('temp', 'static', 'worktree'))"),
  );
  rebuildTable(db, "tasks", without("CHECK (wait_reason IN ('backoff', 'quota'))"));
  rebuildTable(db, "task_logs", without("CHECK (actor_type IN ('user', 'agent', 'system'))"));
  rebuildTable(db, "task_queue", without(ITEM_STATUS));
  rebuildTable(db, "chat_queue", without(ITEM_STATUS));
  rebuildTable(
    db,
    "runs",
    without("CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled', 'lost'))"),
  );
}

function without(check: string): (createTable: string) => string {
  return (createTable) => {
    const [before, after, ...more] = createTable.split(check);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`the table does not have exactly one ${check}`);
    }
    return before.trimEnd() + after;
  };
}
