import { join } from "node:path";
import type {
  Chat,
  ChatActionRecord,
  ChatMessage,
  ChatSummary,
  CreateChat,
  StoredChat,
  UpdateChat,
} from "@malamar/contract/chat.ts";
import type { Agent } from "@malamar/contract/agent.ts";
import type { CliType } from "@malamar/contract/cli.ts";
import type { AgentId, ChatId, RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { ChatQueueStore } from "#domain/queue/chat-queue-store.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import { chatPlace, workingDirectoryOf } from "#domain/workspace/working-directory.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import { AppError, notFound } from "#lib/app-error.ts";
import { givenFields } from "#lib/given-fields.ts";
import { newId } from "#lib/id.ts";
import { pageOf, windowOf, type Page } from "#lib/page.ts";
import { nameOf, type ChatJournal, type ChatJournalDeps } from "./chat-journal.ts";
import type { ChatFacts, ChatListRow, ChatStore } from "./chat-store.ts";

interface Deps extends ChatJournalDeps {
  chatJournal: ChatJournal;
  chatQueueStore: ChatQueueStore;
  runStore: RunStore;
  /** Throws while nothing may be answered. */
  requireDecided: () => void;
  /** What the Malamar agent runs on; null when no CLI is healthy. */
  firstHealthyCli: () => CliType | null;
  tempDir: string;
}

export interface ChatQuery extends PageQuery {
  q?: string | undefined;
}

/** What people do with chats. */
export function createChatService(deps: Deps) {
  const {
    unit,
    workspaceStore,
    agentStore,
    chatStore,
    messageStore,
    chatJournal,
    chatQueueStore,
    runStore,
    clock,
  } = deps;

  return {
    list(workspaceId: WorkspaceId, query: ChatQuery): Page<ChatSummary> {
      requireWorkspace(workspaceStore, workspaceId);
      if (!query.q) return pageOf((window) => summaries(workspaceId, window), query);
      // SQLite folds the case of ASCII letters only, so titles are compared here.
      const wanted = query.q.toLowerCase();
      const found = summaries(workspaceId, {}).filter((chat) =>
        chat.title.toLowerCase().includes(wanted),
      );
      return pageOf((window) => windowOf(found, window), query);
    },

    get: (id: ChatId): Chat => shown(requireChat(chatStore, id)),

    create(_actor: Actor, workspaceId: WorkspaceId, input: CreateChat): Chat {
      return unit((emit) => {
        requireWorkspace(workspaceStore, workspaceId);
        const agent = memberOf(workspaceId, input.agent_id ?? null);
        const now = clock();
        const chat = chatStore.insert({
          ...givenFields(input),
          id: newId(),
          workspace_id: workspaceId,
          agent_id: agent?.id ?? null,
          last_message_at: now,
          created_at: now,
          updated_at: now,
        });
        workspaceStore.touch(workspaceId, now);
        emit({ type: "chat.created", ...nameOf(chat) });
        return shown(chat);
      });
    },

    update(_actor: Actor, id: ChatId, { title, agent_id, cli_type }: UpdateChat): Chat {
      return unit(() => {
        let chat = requireChat(chatStore, id);
        if (agent_id !== undefined && agent_id !== chat.agent_id) {
          chat = chatJournal.switchAgent(chat, memberOf(chat.workspace_id, agent_id));
        }
        const changed = {
          ...chat,
          title: title ?? chat.title,
          cli_type: cli_type === undefined ? chat.cli_type : cli_type,
        };
        const isSame = changed.title === chat.title && changed.cli_type === chat.cli_type;
        return shown(isSame ? chat : chatJournal.save(changed));
      });
    },

    /** Stores a person's message and requests an answer. */
    send(actor: Actor, id: ChatId, message: string): ChatMessage {
      return unit(() => {
        const chat = requireChat(chatStore, id);
        deps.requireDecided();
        if (chatQueueStore.open(id)) {
          throw new AppError(
            "CONFLICT",
            "This chat is still being answered. Wait for the answer, or stop it first.",
          );
        }
        if (cliOf(chat, chatStore.facts(id)) === null) {
          throw new AppError("CONFLICT", "No CLI available");
        }
        chatQueueStore.enqueue(chat, clock());
        return chatJournal.say(actor, chat, { message });
      });
    },

    /** Whether no known CLI could answer now. */
    lacksCli(id: ChatId): boolean {
      return cliOf(requireChat(chatStore, id), chatStore.facts(id)) === null;
    },

    /** Ends the answer for a person. Its processes are the caller's responsibility. */
    cancel(_actor: Actor, id: ChatId): void {
      unit(() => {
        const chat = requireChat(chatStore, id);
        const item = chatQueueStore.open(id);
        if (!item) throw new AppError("CONFLICT", "There is no answer to stop in this chat.");
        chatQueueStore.setStatus(item.id, "failed", clock());
        const message = "Processing cancelled by user";
        const { current_run_id: runId } = chatStore.facts(id);
        chatJournal.say(SYSTEM, chat, { message, runId });
        // A page must learn that the chat is free, even if nothing had started yet.
        chatJournal.save(requireChat(chatStore, id));
      });
    },

    /** A file was stored for the agents to read. */
    noteUpload(_actor: Actor, id: ChatId, path: string): ChatMessage {
      const message = `User has uploaded ${path}`;
      return chatJournal.say(SYSTEM, requireChat(chatStore, id), { message });
    },

    /**
     * Also deletes everything in it, except the transcripts: the answer names their runs. Its
     * processes must have ended.
     */
    remove(_actor: Actor, id: ChatId): RunId[] {
      return unit((emit) => {
        const chat = requireChat(chatStore, id);
        const runIds = runStore.idsOfChat(id);
        chatStore.remove(id);
        workspaceStore.touch(chat.workspace_id, clock());
        emit({ type: "chat.deleted", ...nameOf(chat) });
        return runIds;
      });
    },
  };

  function summaries(workspaceId: WorkspaceId, window: PageQuery): ChatSummary[] {
    return chatStore.list(workspaceId, window).map((row) => {
      const { last_message, last_actions, agent_cli_type, ...chat } = row;
      return { ...chat, effective_cli_type: cliOf(row, row), preview: previewOf(row) };
    });
  }

  function shown(chat: StoredChat): Chat {
    const workspace = requireWorkspace(workspaceStore, chat.workspace_id);
    const { agent_cli_type, ...facts } = chatStore.facts(chat.id);
    return {
      ...chat,
      ...facts,
      effective_cli_type: cliOf(chat, { agent_cli_type }),
      working_directory: workingDirectoryOf(
        chatPlace(workspace, chat.agent_id),
        chatDirectory(deps.tempDir, chat.id),
      ),
      messages: messageStore.list(chat.id),
    };
  }

  function cliOf(
    { cli_type, agent_id }: StoredChat,
    { agent_cli_type }: Pick<ChatFacts, "agent_cli_type">,
  ): CliType | null {
    return cli_type ?? (agent_id === null ? deps.firstHealthyCli() : agent_cli_type);
  }

  function memberOf(workspaceId: WorkspaceId, id: AgentId | null): Agent | null {
    if (id === null) return null;
    const agent = agentStore.get(id);
    if (agent?.workspace_id === workspaceId) return agent;
    throw new AppError("VALIDATION_ERROR", "agent_id: there is no such agent in this workspace");
  }
}

export type ChatService = ReturnType<typeof createChatService>;

export function requireChat(chatStore: ChatStore, id: ChatId): StoredChat {
  const chat = chatStore.get(id);
  if (!chat) throw notFound("Chat");
  return chat;
}

/** The chat's own directory, for a workspace that has none. */
export function chatDirectory(tempDir: string, id: ChatId): string {
  return join(tempDir, `malamar_chat_${id}`);
}

function previewOf({ last_message, last_actions }: ChatListRow): string | null {
  if (last_message === null || last_message.trim() !== "") return last_message;
  const actions = JSON.parse(last_actions ?? "[]") as ChatActionRecord[];
  return actions.map(({ result }) => result.text).join(" · ") || last_message;
}
