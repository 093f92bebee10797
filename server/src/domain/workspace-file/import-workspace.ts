import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import type {
  WorkspaceFile,
  WorkspaceFileChat,
  WorkspaceFileTask,
} from "@malamar/contract/workspace-file.ts";
import type { ChatActionRecord } from "@malamar/contract/chat.ts";
import type { Actor } from "#domain/actor/actor.ts";
import { unreservedName } from "#domain/agent/agent-name.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type { MessageStore } from "#domain/chat/message-store.ts";
import type { ActivityStore } from "#domain/task/activity-store.ts";
import type { CommentStore } from "#domain/task/comment-store.ts";
import { NOT_WAITING } from "#domain/task/task-rules.ts";
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
  commentStore: CommentStore;
  activityStore: ActivityStore;
  chatStore: ChatStore;
  messageStore: MessageStore;
  clock: Clock;
}

/**
 * A new workspace from a file, all of it or nothing. No task is queued, so nobody begins to work: that
 * costs money, and is for a person to start.
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
        last_activity_at: clock(),
      });
      const team = file.agents.map(({ name }) => name);
      for (const agent of file.agents) {
        const name = unreservedName(agent.name, team);
        agentStore.insert({ ...agent, name, id: renamed(agent.id), workspace_id: id });
      }
      for (const task of file.tasks) importTask(actor, id, task, renamed);
      for (const chat of file.chats) importChat(id, chat, renamed);
      emit({ type: "workspace.created", workspace_id: id, workspace_title: settings.title });
      return id;
    });

  /** The people of a file are not known here: who brings it in stands for them. */
  function importTask(
    actor: Actor,
    workspaceId: WorkspaceId,
    { comments: said, logs, ...task }: WorkspaceFileTask,
    renamed: Renaming,
  ): void {
    const place = { task_id: renamed(task.id), workspace_id: workspaceId };
    taskStore.insert({
      ...task,
      id: place.task_id,
      workspace_id: workspaceId,
      ...NOT_WAITING,
      human_input_at: null,
      last_processed_at: null,
      loop_memory: {},
    });
    for (const { by, agent_id, ...comment } of said) {
      commentStore.insert({
        ...comment,
        id: newId(),
        ...place,
        user_id: by === "user" ? actor.id : null,
        agent_id: agent_id && renamed(agent_id),
        run_id: null,
      });
    }
    for (const { by, agent_id, created_at, event_type, metadata } of logs) {
      activityStore.insert({
        id: newId(),
        ...place,
        event_type,
        actor_type: by,
        actor_id: by === "user" ? actor.id : agent_id && renamed(agent_id),
        metadata: metadata && jsonWithNewIds(metadata, renamed),
        created_at,
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
        // The same with other ids in it.
        actions: actions && (JSON.parse(jsonWithNewIds(actions, renamed)) as ChatActionRecord[]),
        run_id: null,
      });
    }
  }
}

export type ImportWorkspace = ReturnType<typeof createImportWorkspace>;

type Renaming = ReturnType<typeof createRenaming>;

/** The same new id for the same old one: also deleted agents stay apart from each other. */
function createRenaming() {
  const known = new Map<string, string>();
  return <Id extends string>(id: Id): Id => {
    const renamed = known.get(id) ?? newId();
    known.set(id, renamed);
    // The brand of an id only exists for the compiler.
    return renamed as Id;
  };
}

/** As JSON; what names an agent, a task or a run in it names the new one. */
function jsonWithNewIds(value: unknown, renamed: Renaming): string {
  return JSON.stringify(value, (name, item: unknown) => {
    if (!/^(agent|task|run)_ids?$/.test(name)) return item;
    if (Array.isArray(item)) return item.map((id) => (isId(id) ? renamed(id) : id));
    return isId(item) ? renamed(item) : item;
  });
}

function isId(item: unknown): item is string {
  return typeof item === "string" && item.length === 21;
}
