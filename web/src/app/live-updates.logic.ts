import type { ServerEvent, ServerEventType } from "@malamar/contract/event.ts";
import type { ChatId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { QueryKey } from "@tanstack/react-query";
import { agentQueries } from "#features/agents/queries.ts";
import { attentionQueries } from "#features/attention/queries.ts";
import { chatQueries } from "#features/chats/queries.ts";
import { databaseQueries } from "#features/database/queries.ts";
import { restoredQueries } from "#features/restored/queries.ts";
import { runQueries } from "#features/runs/queries.ts";
import { settingsQueries } from "#features/settings/queries.ts";
import { taskQueries } from "#features/tasks/queries.ts";
import { workspaceQueries } from "#features/workspaces/queries.ts";

type EventOf<T extends ServerEventType> = Extract<ServerEvent, { type: T }>;
type TaskEvent = { workspace_id: WorkspaceId; task_id: TaskId };
type ChatEvent = { workspace_id: WorkspaceId; chat_id: ChatId };
type StaleTable = { [T in ServerEventType]: (event: EventOf<T>) => readonly QueryKey[] };

/** What each event makes stale. An event without a row here does not compile. */
const staleAfter: StaleTable = {
  "workspace.created": () => [workspaceQueries.lists()],
  "workspace.updated": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.detail(event.workspace_id).queryKey,
    // Another order of pickup moves its cards, and so does room that is made between them.
    taskQueries.board(event.workspace_id).queryKey,
    attentionQueries.all(),
  ],
  "workspace.deleted": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.detail(event.workspace_id).queryKey,
    agentQueries.team(event.workspace_id).queryKey,
    attentionQueries.all(),
  ],
  "agent.created": (event) => teamChanged(event.workspace_id),
  // Tasks, comments, logs and chats show agents by name.
  "agent.updated": memberChanged,
  "agent.deleted": memberChanged,
  "agent.reordered": (event) => teamChanged(event.workspace_id),
  // What lists show of a task comes with its events (live-updates.ts).
  "task.created": () => [workspaceQueries.lists()],
  "task.updated": taskChanged,
  // What belonged to it is gone with it; that it is gone itself is enough to know.
  "task.deleted": (event) => [
    workspaceQueries.lists(),
    taskQueries.detail(event.task_id).queryKey,
    attentionQueries.all(),
  ],
  "task.status_changed": taskChanged,
  "task.comment_added": taskChanged,
  "task.comment_updated": commentChanged,
  "task.comment_deleted": commentChanged,
  "task.error_occurred": taskChanged,
  // That somebody works on it does not change whether it waits for the person.
  "agent.execution_started": taskShown,
  "agent.execution_finished": taskShown,
  "chat.created": (event) => [chatQueries.lists(event.workspace_id), workspaceQueries.lists()],
  "chat.updated": chatMoved,
  "chat.deleted": chatMoved,
  "chat.message_added": chatMoved,
  "chat.processing_started": answerMoved,
  "chat.processing_finished": answerMoved,
  "settings.updated": () => [settingsQueries.all(), restoredQueries.read().queryKey],
  "database.changed": () => [databaseQueries.state().queryKey],
  // It carries the whole list, which goes straight into the cache (live-updates.ts). What answers in a
  // chat may be another one now.
  "cli.health_changed": () => [chatQueries.all()],
};

export function staleKeys(event: ServerEvent): readonly QueryKey[] {
  // The row of an event's own type takes that event; TypeScript cannot follow the pair through the union.
  const keysOf = staleAfter[event.type] as (event: ServerEvent) => readonly QueryKey[];
  return keysOf(event);
}

/** The team, which every card shows, and the lists, which say how many agents there are. */
function teamChanged(workspaceId: WorkspaceId): readonly QueryKey[] {
  return [
    agentQueries.team(workspaceId).queryKey,
    workspaceQueries.lists(),
    taskQueries.board(workspaceId).queryKey,
  ];
}

function memberChanged(event: { workspace_id: WorkspaceId }): readonly QueryKey[] {
  return [...teamChanged(event.workspace_id), taskQueries.all(), chatQueries.all()];
}

/** Everything that is shown of one task; what nobody looks at is only marked. */
function taskShown(event: TaskEvent): readonly QueryKey[] {
  return [
    workspaceQueries.lists(),
    taskQueries.detail(event.task_id).queryKey,
    taskQueries.comments(event.task_id).queryKey,
    taskQueries.logs(event.task_id).queryKey,
    runQueries.ofTask(event.task_id).queryKey,
  ];
}

function taskChanged(event: TaskEvent): readonly QueryKey[] {
  return [...taskShown(event), attentionQueries.all()];
}

/** Its text, the trail, and when something last happened; the task itself is as it was. */
function commentChanged({ task_id }: TaskEvent): readonly QueryKey[] {
  return [
    taskQueries.comments(task_id).queryKey,
    taskQueries.logs(task_id).queryKey,
    workspaceQueries.lists(),
  ];
}

function chatMoved(event: ChatEvent): readonly QueryKey[] {
  return [
    chatQueries.lists(event.workspace_id),
    workspaceQueries.lists(),
    chatQueries.detail(event.chat_id).queryKey,
  ];
}

function answerMoved(event: ChatEvent & { run_id: RunId }): readonly QueryKey[] {
  return [...chatMoved(event), runQueries.ofChat(event.chat_id, event.run_id).queryKey];
}
