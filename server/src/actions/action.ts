import { z } from "zod";
import type { StoredChat } from "@malamar/contract/chat.ts";
import type { AgentId, TaskId } from "@malamar/contract/ids.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { AgentService } from "#domain/agent/agent-service.ts";
import type { ChatService } from "#domain/chat/chat-service.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { DeleteAgent } from "#domain/team/delete-agent.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import { AppError } from "#lib/app-error.ts";
import { describeIssues } from "#lib/describe-issues.ts";
import { givenFields } from "#lib/given-fields.ts";

/** What actions use: the same services as people. */
export interface ActionServices {
  workspaceService: WorkspaceService;
  agentService: AgentService;
  deleteAgent: DeleteAgent;
  taskService: TaskService;
  chatService: ChatService;
}

/** Who asks, and where. */
export interface ActionContext {
  chat: StoredChat;
  actor: Actor;
  /** No agent has answered in this chat before. */
  isFirstAnswer: boolean;
}

export interface Done {
  /** What was done, in a line. */
  text: string;
  task_id?: TaskId;
  agent_id?: AgentId;
}

/**
 * What an agent can ask for. To add one: a file next to this one, and a line in registry.ts. It
 * names each field that an agent may set, so a field added for people later stays closed to agents.
 */
export interface Action {
  type: string;
  /** Whether every agent may ask for it, or the Malamar agent alone. */
  isForEveryone: boolean;
  /** One line for the agent: when to use it. */
  about: string;
  /** How it is written; shown to the agent, and checked against the schema by a test. */
  example: object;
  fields: z.ZodObject;
  /** null: it has no effect now, and nobody is at fault. Throws an AppError that says why not. */
  perform: (asked: object, context: ActionContext, services: ActionServices) => Done | null;
}

export function defineAction<Shape extends z.ZodRawShape>(definition: {
  type: string;
  isForEveryone: boolean;
  about: string;
  example: object;
  fields: Shape;
  perform: (
    fields: z.output<z.ZodObject<Shape>>,
    context: ActionContext,
    services: ActionServices,
  ) => Done | null;
}): Action {
  const { type, perform } = definition;
  // Fields not named here are refused, not ignored: agents may not change them.
  const fields = z.strictObject(definition.fields);
  return {
    ...definition,
    fields,
    perform: (asked, context, services) => {
      const result = fields.safeParse(withoutNulls(asked, type), { reportInput: true });
      if (result.success) return perform(result.data, context, services);
      throw new AppError("VALIDATION_ERROR", describeIssues(result.error.issues, "is malformed"));
    },
  };
}

/** A model that must write every field writes null for those it does not mean. */
function withoutNulls(asked: object, type: string): object {
  const meant = Object.entries(asked).filter(
    ([name, value]) => value !== null && !(name === "type" && value === type),
  );
  return Object.fromEntries(meant);
}

/** Quotation marks that stand out in a line, whatever the name contains. */
export function quotedName(name: string): string {
  return `“${name}”`;
}

/** What an update changes, as people read it; naming nothing is a mistake. */
export function changesOf(fields: object): string {
  const changes = Object.keys(givenFields(fields));
  if (changes.length === 0) throw new AppError("VALIDATION_ERROR", "it names nothing to change");
  return changes.join(", ").replaceAll("_", " ");
}
