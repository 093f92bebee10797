import type { ServerEvent } from "@malamar/contract/event.ts";
import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";

/** Where something happens, as far as it was said: all of it has to fit. */
export interface EventPlace {
  workspace_id?: WorkspaceId | undefined;
  task_id?: TaskId | undefined;
  chat_id?: ChatId | undefined;
}

/** Whether an event names this place. What names none, such as a change of settings, is not of it. */
export function concerns(place: EventPlace, event: ServerEvent): boolean {
  const named: EventPlace & { type: string } = event;
  return (
    (place.workspace_id === undefined || named.workspace_id === place.workspace_id) &&
    (place.task_id === undefined || named.task_id === place.task_id) &&
    (place.chat_id === undefined || named.chat_id === place.chat_id)
  );
}
