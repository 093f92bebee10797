import type { ServerEvent, ServerEventType } from "@malamar/contract/event.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { QueryKey } from "@tanstack/react-query";
import { agentQueries } from "#features/agents/queries.ts";
import { attentionQueries } from "#features/attention/queries.ts";
import { runQueries } from "#features/runs/queries.ts";
import { taskQueries } from "#features/tasks/queries.ts";
import { workspaceQueries } from "#features/workspaces/queries.ts";

type EventOf<T extends ServerEventType> = Extract<ServerEvent, { type: T }>;
type TaskEvent = { workspace_id: WorkspaceId; task_id: TaskId };
type StaleTable = { [T in ServerEventType]: (event: EventOf<T>) => readonly QueryKey[] };

/** What each event makes stale. An event without a row here does not compile. */
const staleAfter: StaleTable = {
  "workspace.created": () => [workspaceQueries.lists()],
  "workspace.updated": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.detail(event.workspace_id).queryKey,
    attentionQueries.list().queryKey,
  ],
  "workspace.deleted": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.detail(event.workspace_id).queryKey,
    agentQueries.team(event.workspace_id).queryKey,
    attentionQueries.list().queryKey,
  ],
  "agent.created": (event) => teamChanged(event.workspace_id),
  // Tasks, comments and logs show agents by name.
  "agent.updated": (event) => [...teamChanged(event.workspace_id), taskQueries.all()],
  "agent.deleted": (event) => [...teamChanged(event.workspace_id), taskQueries.all()],
  "agent.reordered": (event) => teamChanged(event.workspace_id),
  "task.created": (event) => boardChanged(event.workspace_id),
  "task.updated": taskChanged,
  // What belonged to it is gone with it; that it is gone itself is enough to know.
  "task.deleted": (event) => [
    ...boardChanged(event.workspace_id),
    taskQueries.detail(event.task_id).queryKey,
    attentionQueries.list().queryKey,
  ],
  "task.status_changed": taskChanged,
  "task.comment_added": taskChanged,
  "task.error_occurred": taskChanged,
  // That somebody works on it does not change whether it waits for the person.
  "agent.execution_started": taskShown,
  "agent.execution_finished": taskShown,
  // No page shows chats yet.
  "chat.created": () => [],
  "chat.updated": () => [],
  "chat.deleted": () => [],
  "chat.message_added": () => [],
  "chat.processing_started": () => [],
  "chat.processing_finished": () => [],
  // No page shows settings yet.
  "settings.updated": () => [],
  // It carries the whole list, which goes straight into the cache (live-updates.ts).
  "cli.health_changed": () => [],
};

export function staleKeys(event: ServerEvent): readonly QueryKey[] {
  // The row of an event's own type takes that event; TypeScript cannot follow the pair through the union.
  const keysOf = staleAfter[event.type] as (event: ServerEvent) => readonly QueryKey[];
  return keysOf(event);
}

/** The team, and the lists, which show how many agents there are and when something last happened. */
function teamChanged(workspaceId: WorkspaceId): readonly QueryKey[] {
  return [agentQueries.team(workspaceId).queryKey, workspaceQueries.lists()];
}

function boardChanged(workspaceId: WorkspaceId): readonly QueryKey[] {
  return [taskQueries.board(workspaceId).queryKey, workspaceQueries.lists()];
}

/** Everything that is shown of one task; what nobody looks at is only marked. */
function taskShown(event: TaskEvent): readonly QueryKey[] {
  return [
    ...boardChanged(event.workspace_id),
    taskQueries.detail(event.task_id).queryKey,
    taskQueries.comments(event.task_id).queryKey,
    taskQueries.logs(event.task_id).queryKey,
    runQueries.ofTask(event.task_id).queryKey,
  ];
}

function taskChanged(event: TaskEvent): readonly QueryKey[] {
  return [...taskShown(event), attentionQueries.list().queryKey];
}
