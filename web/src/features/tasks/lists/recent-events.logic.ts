import type { TaskSummary } from "@malamar/contract/task.ts";
import type { EventPosition } from "#lib/event-position.logic.ts";
import type { TaskEvent } from "./task-list.logic.ts";

export type Happening = { event: TaskEvent; at: EventPosition };

/** As many as may happen while a list is on its way. */
const REMEMBERED = 500;

/** What has happened of late: an answer that was made before has to be told. */
export function createRecentEvents(most = REMEMBERED) {
  const recent: Happening[] = [];

  return {
    /** Whether something as new as this row, or newer, was told of its task. */
    hasTold({ id, updated_at }: Pick<TaskSummary, "id" | "updated_at">): boolean {
      const last = recent.findLast(({ event }) => event.task_id === id)?.event;
      if (last === undefined) return false;
      return last.type === "task.deleted" || (last.task?.updated_at ?? "") >= updated_at;
    },

    add(happening: Happening): void {
      recent.push(happening);
      if (recent.length > most) recent.splice(0, recent.length - most);
    },

    /** What has happened in a workspace since an answer was made, by the same life of the server. */
    after: ({ boot, seq }: EventPosition, workspaceId: string): readonly Happening[] =>
      recent.filter(
        ({ event, at }) => event.workspace_id === workspaceId && at.boot === boot && at.seq > seq,
      ),
  };
}
