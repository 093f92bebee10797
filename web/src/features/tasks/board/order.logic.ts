import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";

type Placed = Pick<TaskSummary, "id" | "is_priority">;

export type Step = "up" | "down" | "top";

/** The task to go after. Null if the move is impossible. */
export type NewPlace = { after: TaskId | null } | null;

/** The place one step up or down in Todo. A prioritized task stays on top. */
export function stepFrom(todo: readonly Placed[], id: TaskId, step: Step): NewPlace {
  const from = todo.findIndex((task) => task.id === id);
  const to = { up: from - 1, down: from + 1, top: firstFree(todo) }[step];
  return placeAt(todo, id, to);
}

/** The place at this index, which does not count the task itself. */
export function placeAt(todo: readonly Placed[], id: TaskId, index: number): NewPlace {
  const from = todo.findIndex((task) => task.id === id);
  const isMovable = from !== -1 && todo[from]?.is_priority === false;
  if (!isMovable || index === from || index < firstFree(todo) || index >= todo.length) return null;
  const others = todo.filter((task) => task.id !== id);
  return { after: others[index - 1]?.id ?? null };
}

/** Todo in its new order, before the server has answered. */
export function inNewOrder<Task extends Placed>(
  todo: readonly Task[],
  id: TaskId,
  after: TaskId | null,
): readonly Task[] {
  const task = todo.find((each) => each.id === id);
  if (task === undefined) return todo;
  const others = todo.filter((each) => each !== task);
  const index = after === null ? 0 : others.findIndex((each) => each.id === after) + 1;
  return others.toSpliced(index, 0, task);
}

function firstFree(todo: readonly Placed[]): number {
  return todo[0]?.is_priority ? 1 : 0;
}
