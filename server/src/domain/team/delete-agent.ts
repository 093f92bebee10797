import type { AgentId } from "@malamar/contract/ids.ts";
import type { Actor } from "#domain/actor/actor.ts";
import { nameOf, requireAgent } from "#domain/agent/agent-service.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { ChatJournal } from "#domain/chat/chat-journal.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Clock } from "#lib/clock.ts";

interface Deps {
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  agentStore: AgentStore;
  chatStore: ChatStore;
  chatJournal: ChatJournal;
  clock: Clock;
}

/** An agent leaves: the others close the gap, and its chats continue with the Malamar agent. */
export function createDeleteAgent(deps: Deps) {
  const { unit, workspaceStore, agentStore, chatStore, chatJournal, clock } = deps;
  return (_actor: Actor, id: AgentId): void =>
    unit((emit) => {
      const agent = requireAgent(agentStore, id);
      const now = clock();
      for (const chat of chatStore.ofAgent(id)) chatJournal.switchAgent(chat, null);
      agentStore.remove(agent);
      workspaceStore.touch(agent.workspace_id, now);
      emit({ type: "agent.deleted", ...nameOf(agent) });
    });
}

export type DeleteAgent = ReturnType<typeof createDeleteAgent>;
