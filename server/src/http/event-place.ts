import type { ServerEvent } from "@malamar/contract/event.ts";
import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";

/** Where something happens; every given id has to match. */
export interface EventPlace {
  workspace_id?: WorkspaceId | undefined;
  task_id?: TaskId | undefined;
  chat_id?: ChatId | undefined;
}

/**
 * Whether an event belongs to this place. Events without a place, such as a change of settings, do
 * not.
 */
export function concerns(place: EventPlace, event: ServerEvent): boolean {
  const named: EventPlace & { type: string } = event;
  return (
    (place.workspace_id === undefined || named.workspace_id === place.workspace_id) &&
    (place.task_id === undefined || named.task_id === place.task_id) &&
    (place.chat_id === undefined || named.chat_id === place.chat_id)
  );
}
