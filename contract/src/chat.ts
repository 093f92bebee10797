import { z } from "zod";
import { CliType } from "./cli.ts";
import { AgentId, ChatId, RunId, TaskId, WorkspaceId } from "./ids.ts";
import { Name, RequiredText, Text, Timestamp } from "./text.ts";

const ChatFields = z.object({
  id: ChatId,
  workspace_id: WorkspaceId,
  /** null: the Malamar agent. */
  agent_id: AgentId.nullable(),
  /** Chosen for this chat; null leaves it to the agent. */
  cli_type: CliType.nullable(),
  title: Name,
  last_message_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** A chat as it is stored. */
export const StoredChat = ChatFields;
export type StoredChat = z.infer<typeof StoredChat>;

const live = {
  agent_name: z.string(),
  /**
   * What answers now: the chosen one, the agent's, or the first healthy one. null: there is none.
   */
  effective_cli_type: CliType.nullable(),
  /** An answer is being written or waits for its turn. */
  is_processing: z.boolean(),
  current_run_id: RunId.nullable(),
};

export const ChatRole = z.enum(["user", "agent", "system"]);
export type ChatRole = z.infer<typeof ChatRole>;

/** A row of a list. */
export const ChatSummary = ChatFields.extend({
  ...live,
  /** The beginning of the last message, or what it did; null in a chat without messages. */
  preview: z.string().nullable(),
  last_message_role: ChatRole.nullable(),
});
export type ChatSummary = z.infer<typeof ChatSummary>;

/** What an agent asked for, as it wrote it, and the result. */
export const ChatActionRecord = z.looseObject({
  type: z.string(),
  result: z.object({
    /** ignored: it does not apply at the time, and is nobody's fault. */
    status: z.enum(["done", "failed", "ignored"]),
    /** What was done, or why not, in one line. */
    text: z.string(),
    /** What it is about, for a link. */
    task_id: TaskId.nullable(),
    agent_id: AgentId.nullable(),
  }),
});
export type ChatActionRecord = z.infer<typeof ChatActionRecord>;

export const ChatMessage = z.object({
  id: z.string(),
  chat_id: ChatId,
  role: ChatRole,
  /**
   * Its author; null for people, Malamar itself, and the Malamar agent. May name a deleted agent.
   */
  agent_id: AgentId.nullable(),
  author_name: z.string(),
  message: z.string(),
  actions: z.array(ChatActionRecord).nullable(),
  /** The run in which the agent said it, or which failed. */
  run_id: RunId.nullable(),
  created_at: Timestamp,
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const Chat = ChatFields.extend({
  ...live,
  /** Where the agent works; null when a static workspace names no directory. */
  working_directory: z.string().nullable(),
  /** Oldest first. */
  messages: z.array(ChatMessage),
});
export type Chat = z.infer<typeof Chat>;

const changeable = { title: true, agent_id: true, cli_type: true } as const;

/** Without an agent it is a chat with the Malamar agent. */
export const CreateChat = ChatFields.pick(changeable).partial();
export type CreateChat = z.infer<typeof CreateChat>;

/** Changing the agent resets the chosen CLI, unless one is chosen at the same time. */
export const UpdateChat = ChatFields.pick(changeable).partial();
export type UpdateChat = z.infer<typeof UpdateChat>;

export const SendMessage = z.object({ message: RequiredText });

/**
 * An agent's answer in a chat. Each action is checked separately, so that an invalid one costs
 * neither the message nor the others.
 */
export const ChatOutput = z.object({
  message: Text.nullish(),
  actions: z
    .array(
      z.looseObject({ type: z.string("must be the name of an action") }, "must be an object"),
      "must be a list",
    )
    .nullish(),
});
export type ChatOutput = z.infer<typeof ChatOutput>;
