import type { Database } from "bun:sqlite";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";

type Position = { position: number | null };

/** The places of tasks in Todo: the smallest position is first. */
export function createTaskOrderStore(db: Database) {
  // One for each value of is_priority: then the index finds the end without reading the rest.
  const selectEnd = (end: "min" | "max") =>
    db.prepare<Position, [WorkspaceId, isPriority: 0 | 1]>(
      `SELECT ${end}(position) AS position FROM tasks INDEXED BY tasks_in_todo
       WHERE workspace_id = ? AND status = 'todo' AND is_priority = ?`,
    );
  const selectFirst = selectEnd("min");
  const selectLast = selectEnd("max");
  const selectNext = db.prepare<
    Position,
    [{ workspace_id: WorkspaceId; position: number; except: TaskId }]
  >(
    `SELECT min(position) AS position FROM tasks INDEXED BY tasks_in_todo
     WHERE workspace_id = $workspace_id AND status = 'todo' AND position > $position AND id <> $except`,
  );
  const setPosition = db.prepare<unknown, [position: number, TaskId]>(
    "UPDATE tasks SET position = ? WHERE id = ?",
  );
  const spread = db.prepare<unknown, [WorkspaceId]>(
    `UPDATE tasks SET position = placed.place FROM (
       SELECT id, row_number() OVER (ORDER BY position, rowid) AS place
       FROM tasks INDEXED BY tasks_in_todo WHERE workspace_id = ? AND status = 'todo'
     ) AS placed WHERE placed.id = tasks.id`,
  );
  const orderByNumber = db.prepare<unknown, [direction: 1 | -1, WorkspaceId]>(
    "UPDATE tasks SET position = number * ? WHERE workspace_id = ? AND status = 'todo'",
  );

  return {
    first: (workspaceId: WorkspaceId) =>
      outermost(
        selectFirst.get(workspaceId, 0)!.position,
        selectFirst.get(workspaceId, 1)!.position,
        Math.min,
      ),

    last: (workspaceId: WorkspaceId) =>
      outermost(
        selectLast.get(workspaceId, 0)!.position,
        selectLast.get(workspaceId, 1)!.position,
        Math.max,
      ),

    /** The next position after this one, ignoring one task. */
    next: (workspaceId: WorkspaceId, position: number, except: TaskId) =>
      selectNext.get({ workspace_id: workspaceId, position, except })!.position,

    set: (id: TaskId, position: number) => void setPosition.run(position, id),

    /** The same order, with room between all of them again. */
    spread: (workspaceId: WorkspaceId) => void spread.run(workspaceId),

    /** Numbers follow the order of creation. */
    orderByNumber: (workspaceId: WorkspaceId, direction: 1 | -1) =>
      void orderByNumber.run(direction, workspaceId),
  };
}

export type TaskOrderStore = ReturnType<typeof createTaskOrderStore>;

function outermost(
  one: number | null,
  other: number | null,
  choose: (a: number, b: number) => number,
): number | null {
  if (one === null || other === null) return one ?? other;
  return choose(one, other);
}
