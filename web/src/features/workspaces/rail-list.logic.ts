import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import type { WorkspaceBrief } from "@malamar/contract/workspace.ts";
import { isBefore, type EventPosition } from "#lib/event-position.logic.ts";

export type RailList = {
  /** Most recent activity first. */
  workspaces: readonly WorkspaceBrief[];
  /** The last event before the server read the list. */
  at: EventPosition;
};

/** How many more tasks of its workspace are In Progress. */
export function moreInProgress(event: ServerEvent): number {
  if (event.type === "task.deleted") return -inProgress(event.status);
  if (event.type !== "task.status_changed") return 0;
  return inProgress(event.new_status) - inProgress(event.old_status);
}

const inProgress = (status: TaskStatus) => (status === "in_progress" ? 1 : 0);

/** The list after a move. It knows events that are older than itself. */
export function afterMove(list: RailList, event: ServerEvent, at: EventPosition): RailList {
  const more = moreInProgress(event);
  if (more === 0 || !("workspace_id" in event) || !isBefore(list.at, at)) return list;
  const workspaces = list.workspaces.map((workspace) =>
    workspace.id === event.workspace_id
      ? { ...workspace, in_progress_count: workspace.in_progress_count + more }
      : workspace,
  );
  return { ...list, workspaces };
}
