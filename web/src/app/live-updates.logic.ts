import type { ServerEvent, ServerEventType } from "@malamar/contract/event.ts";
import type { ChatId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { QueryKey } from "@tanstack/react-query";
import { agentQueries } from "#features/agents/queries.ts";
import { attentionQueries } from "#features/attention/queries.ts";
import { changesKeys } from "#features/changes/keys.ts";
import { chatQueries } from "#features/chats/queries.ts";
import { databaseQueries } from "#features/database/queries.ts";
import { restoredQueries } from "#features/restored/queries.ts";
import { runQueries } from "#features/runs/queries.ts";
import { settingsQueries } from "#features/settings/queries.ts";
import { taskQueries } from "#features/tasks/queries.ts";
import { workspaceQueries } from "#features/workspaces/queries.ts";
import { worktreeQueries } from "#features/worktrees/queries.ts";

type EventOf<T extends ServerEventType> = Extract<ServerEvent, { type: T }>;
type TaskEvent = { workspace_id: WorkspaceId; task_id: TaskId };
type ChatEvent = { workspace_id: WorkspaceId; chat_id: ChatId };
type StaleTable = { [T in ServerEventType]: (event: EventOf<T>) => readonly QueryKey[] };

/** Which queries each event makes stale. An event without a row here does not compile. */
const staleAfter: StaleTable = {
  "workspace.created": () => [workspaceQueries.lists(), workspaceQueries.rail().queryKey],
  "workspace.updated": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.rail().queryKey,
    workspaceQueries.detail(event.workspace_id).queryKey,
    // A changed pickup order moves cards, and making room for one renumbers others.
    taskQueries.board(event.workspace_id).queryKey,
    attentionQueries.all(),
  ],
  "workspace.deleted": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.rail().queryKey,
    workspaceQueries.detail(event.workspace_id).queryKey,
    agentQueries.team(event.workspace_id).queryKey,
    attentionQueries.all(),
    worktreeQueries.left(),
  ],
  "agent.created": (event) => teamChanged(event.workspace_id),
  // Tasks, comments, logs and chats show agents by name.
  "agent.updated": memberChanged,
  "agent.deleted": memberChanged,
  "agent.reordered": (event) => teamChanged(event.workspace_id),
  // The rows in lists come with the events (live-updates.ts).
  "task.created": () => [workspaceQueries.lists()],
  // It may say that a person has looked at what changed.
  "task.updated": (event) => [...taskChanged(event), changesKeys.sinceLooked(event.task_id)],
  // Its parts are deleted with it, so only the task itself needs a check.
  "task.deleted": (event) => [
    workspaceQueries.lists(),
    taskQueries.detail(event.task_id).queryKey,
    attentionQueries.all(),
  ],
  "task.status_changed": taskChanged,
  "task.comment_added": taskChanged,
  "task.comment_updated": commentChanged,
  "task.comment_deleted": commentChanged,
  // Its row comes with the event. No comment, run or workspace changes with the files.
  "task.changes_updated": (event) => [
    taskQueries.detail(event.task_id).queryKey,
    changesKeys.ofTask(event.task_id),
  ],
  "task.error_occurred": taskChanged,
  // An agent that starts does not change whether the task waits for the user.
  "agent.execution_started": taskShown,
  "agent.execution_finished": taskShown,
  "chat.created": (event) => [chatQueries.lists(event.workspace_id), workspaceQueries.lists()],
  "chat.updated": chatMoved,
  "chat.deleted": chatMoved,
  "chat.message_added": chatMoved,
  "chat.processing_started": answerMoved,
  "chat.processing_finished": answerMoved,
  // It does not say whose it is. Of all tasks, only the open one is fetched.
  "worktree.updated": (event) => [
    worktreeQueries.list(event.workspace_id).queryKey,
    worktreeQueries.kept(event.workspace_id).queryKey,
    worktreeQueries.left(),
    taskQueries.details(),
  ],
  "chat.changes_updated": (event) => [changesKeys.ofChat(event.chat_id)],
  "settings.updated": () => [settingsQueries.all(), restoredQueries.read().queryKey],
  "database.changed": () => [databaseQueries.state().queryKey],
  // The event carries the whole list, which goes straight into the cache (live-updates.ts). Chats
  // are refreshed because another CLI may answer now.
  "cli.health_changed": () => [chatQueries.all()],
};

export function staleKeys(event: ServerEvent): readonly QueryKey[] {
  // Each row takes the event of its own type, but TypeScript cannot follow that pairing through the
  // union.
  const keysOf = staleAfter[event.type] as (event: ServerEvent) => readonly QueryKey[];
  return keysOf(event);
}

/** The team shows on every card, and the lists count agents. */
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

/** Everything shown about one task. Queries nobody watches are only marked stale. */
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

/** The comments, the trail and the time of the last activity. The task itself is unchanged. */
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
