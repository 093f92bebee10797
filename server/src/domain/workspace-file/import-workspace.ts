import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import type {
  WorkspaceFile,
  WorkspaceFileChat,
  WorkspaceFileTask,
} from "@malamar/contract/workspace-file.ts";
import type { Actor } from "#domain/actor/actor.ts";
import { unreservedName } from "#domain/agent/agent-name.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type { MessageStore } from "#domain/chat/message-store.ts";
import type { TaskQueueStore } from "#domain/queue/task-queue-store.ts";
import type { ActivityStore } from "#domain/task/activity-store.ts";
import type { CommentStore } from "#domain/task/comment-store.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Clock } from "#lib/clock.ts";
import { expandHome } from "#lib/expand-home.ts";
import { newId } from "#lib/id.ts";

interface Deps {
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  agentStore: AgentStore;
  taskStore: TaskStore;
  taskQueueStore: TaskQueueStore;
  commentStore: CommentStore;
  activityStore: ActivityStore;
  chatStore: ChatStore;
  messageStore: MessageStore;
  clock: Clock;
}

/**
 * A new workspace from a file, all or nothing. Open tasks are on hold, so nobody starts working:
 * that costs money, and is for a person to decide.
 */
export function createImportWorkspace(deps: Deps) {
  const { unit, workspaceStore, agentStore, taskStore, commentStore, activityStore, clock } = deps;

  return (actor: Actor, file: WorkspaceFile): WorkspaceId =>
    unit((emit) => {
      const id = newId<WorkspaceId>();
      const renamed = createRenaming();
      const { working_directory_path: path, ...settings } = file.workspace;
      workspaceStore.insert({
        ...settings,
        id,
        working_directory_path: path && expandHome(path),
        // A command from a file is one that a person here has not seen yet.
        is_setup_on: settings.setup_command === null,
        last_activity_at: clock(),
      });
      const team = file.agents.map(({ name }) => name);
      for (const agent of file.agents) {
        const name = unreservedName(agent.name, team);
        agentStore.insert({ ...agent, name, id: renamed(agent.id), workspace_id: id });
      }
      // Each gets the next number, so they keep their old order.
      for (const task of file.tasks.toSorted((a, b) => a.number - b.number)) {
        importTask(actor, id, task, renamed);
      }
      for (const chat of file.chats) importChat(id, chat, renamed);
      emit({ type: "workspace.created", workspace_id: id, workspace_title: settings.title });
      return id;
    });

  /** The people in a file are unknown here, so the person who imports it becomes the author. */
  function importTask(
    actor: Actor,
    workspaceId: WorkspaceId,
    { comments: said, logs, number: _, ...task }: WorkspaceFileTask,
    renamed: Renaming,
  ): void {
    const place = { task_id: renamed(task.id), workspace_id: workspaceId };
    const isInTodo = task.status === "todo";
    const inserted = taskStore.insert({
      ...task,
      id: place.task_id,
      workspace_id: workspaceId,
      is_on_hold: isInTodo || (task.is_on_hold && task.status !== "done"),
    });
    if (isInTodo) deps.taskQueueStore.enqueue(inserted, clock());
    for (const { by, agent_id, ...comment } of said) {
      commentStore.insert({
        ...comment,
        id: newId(),
        ...place,
        user_id: by === "user" ? actor.id : null,
        agent_id: agent_id && renamed(agent_id),
      });
    }
    for (const { by, agent_id, ...log } of logs) {
      activityStore.insert({
        ...log,
        id: newId(),
        ...place,
        actor_type: by,
        actor_id: by === "user" ? actor.id : agent_id && renamed(agent_id),
        metadata: withNewIds(log.metadata, renamed),
      });
    }
  }

  function importChat(
    workspaceId: WorkspaceId,
    { messages, ...chat }: WorkspaceFileChat,
    renamed: Renaming,
  ): void {
    const chatId = newId<ChatId>();
    deps.chatStore.insert({
      ...chat,
      id: chatId,
      workspace_id: workspaceId,
      agent_id: chat.agent_id && renamed(chat.agent_id),
      last_message_at: messages.at(-1)?.created_at ?? chat.created_at,
    });
    for (const { actions, agent_id, ...message } of messages) {
      deps.messageStore.insert({
        ...message,
        id: newId(),
        chat_id: chatId,
        agent_id: agent_id && renamed(agent_id),
        actions: withNewIds(actions, renamed),
      });
    }
  }
}

export type ImportWorkspace = ReturnType<typeof createImportWorkspace>;

type Renaming = ReturnType<typeof createRenaming>;

/** The same new id for the same old one: even deleted agents stay distinct. */
function createRenaming() {
  const known = new Map<string, string>();
  return <Id extends string>(id: Id): Id => {
    const renamed = known.get(id) ?? newId();
    known.set(id, renamed);
    // An id's brand only exists for the compiler.
    return renamed as Id;
  };
}

/** References to an agent, a task or a run point to the new one. */
function withNewIds<Value>(value: Value, renamed: Renaming): Value {
  const json = JSON.stringify(value, (name, item: unknown) => {
    if (!/^(agent|task|run)_ids?$/.test(name)) return item;
    if (Array.isArray(item)) return item.map((id) => (isId(id) ? renamed(id) : id));
    return isId(item) ? renamed(item) : item;
  });
  // The same with other ids in it.
  return JSON.parse(json) as Value;
}

function isId(item: unknown): item is string {
  return typeof item === "string" && item.length === 21;
}
