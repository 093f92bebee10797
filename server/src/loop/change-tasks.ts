import type { TaskId } from "@malamar/contract/ids.ts";
import type { ChangedTask, TaskChange } from "@malamar/contract/task.ts";
import type { Actor } from "#domain/actor/actor.ts";
import { AppError } from "#lib/app-error.ts";
import type { TaskMoves } from "./move-tasks.ts";
import type { StopFirst } from "./stop-first.ts";

interface Deps {
  taskMoves: Pick<TaskMoves, "change">;
  stopFirst: Pick<StopFirst, "removeTask">;
}

/**
 * The same change for many tasks, each independently: if one does not allow it, the others still
 * change.
 */
export function createChangeTasks({ taskMoves, stopFirst }: Deps) {
  return async (
    actor: Actor,
    ids: readonly TaskId[],
    { is_deleted, ...change }: TaskChange,
  ): Promise<ChangedTask[]> => {
    const changeOne = async (id: TaskId): Promise<void> => {
      if (is_deleted) return stopFirst.removeTask(actor, id);
      await taskMoves.change(actor, id, change);
    };
    const results: ChangedTask[] = [];
    for (const id of ids) {
      results.push({ id, error: await errorOf(changeOne(id)) });
      // Gives other requests a turn in between.
      await new Promise(setImmediate);
    }
    return results;
  };
}

export type ChangeTasks = ReturnType<typeof createChangeTasks>;

async function errorOf(work: Promise<void>): Promise<ChangedTask["error"]> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}
