import type { TaskSummary } from "@malamar/contract/task.ts";
import type { EventPosition } from "#lib/event-position.logic.ts";
import type { TaskEvent } from "./task-list.logic.ts";

export type Happening = { event: TaskEvent; at: EventPosition };

/** As many events as may happen while a list is loading. */
const REMEMBERED = 500;

/** Recent events, which update responses that were made before them. */
export function createRecentEvents(most = REMEMBERED) {
  const recent: Happening[] = [];

  return {
    /** Whether a task's row has been reported in this or a newer version. */
    hasTold({ id, updated_at }: Pick<TaskSummary, "id" | "updated_at">): boolean {
      const last = recent.findLast(({ event }) => event.task_id === id)?.event;
      if (last === undefined) return false;
      return last.type === "task.deleted" || (last.task?.updated_at ?? "") >= updated_at;
    },

    add(happening: Happening): void {
      recent.push(happening);
      if (recent.length > most) recent.splice(0, recent.length - most);
    },

    /** The events of a workspace since a response was made, from the same server process. */
    after: ({ boot, seq }: EventPosition, workspaceId: string): readonly Happening[] =>
      recent.filter(
        ({ event, at }) => event.workspace_id === workspaceId && at.boot === boot && at.seq > seq,
      ),
  };
}
