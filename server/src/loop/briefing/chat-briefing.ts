import type { Agent } from "@malamar/contract/agent.ts";
import type { BriefedMessage, ChatBriefing } from "@malamar/contract/briefing.ts";
import type { ChatMessage, StoredChat } from "@malamar/contract/chat.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/plain/chat.ts";
import { actionsOf, MOST_CHAT_ACTIONS } from "#actions/registry.ts";
import { BRIEFED_WORKSPACE, type StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { LoopDeps } from "#loop/loop-deps.ts";

type Deps = Pick<LoopDeps, "agentStore" | "messageStore" | "installation" | "malamarInstruction">;

interface About {
  workspace: StoredWorkspace;
  chat: StoredChat;
  /** null: the Malamar agent. */
  agent: Agent | null;
}

/** Everything an agent has to know to answer in a chat. */
export function briefOnChat(deps: Deps, { workspace, chat, agent }: About): ChatBriefing {
  return {
    kind: "chat",
    chat_id: chat.id,
    workspace_title: workspace.title,
    workspace_instruction: workspace.description,
    agent_name: agent?.name ?? MALAMAR_AGENT_NAME,
    is_malamar: agent === null,
    role: agent?.instruction ?? deps.malamarInstruction(),
    messages: deps.messageStore.list(chat.id).map(briefedMessage),
    actions: actionsOf(agent === null).map(({ about, example }) => ({ about, example })),
    most_actions: MOST_CHAT_ACTIONS,
    context: {
      settings: BRIEFED_WORKSPACE.pick(workspace),
      team: deps.agentStore.list(chat.workspace_id),
      ...deps.installation(),
    },
  };
}

function briefedMessage({ role, message, actions, created_at }: ChatMessage): BriefedMessage {
  return { role, content: message, ...(actions && { actions }), created_at };
}
