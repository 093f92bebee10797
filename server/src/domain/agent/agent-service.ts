import type { Agent, CreateAgent, UpdateAgent } from "@malamar/contract/agent.ts";
import type { CliType } from "@malamar/contract/cli.ts";
import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { Actor } from "#domain/actor/actor.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { AppError, notFound } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import { givenFields } from "#lib/given-fields.ts";
import { newId } from "#lib/id.ts";
import { pageOf, type Page } from "#lib/page.ts";
import { requireUnreservedName } from "./agent-name.ts";
import { reorderProblem } from "./agent-order.ts";
import type { AgentStore } from "./agent-store.ts";

interface Deps {
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  agentStore: AgentStore;
  /** The CLI of an agent for which nobody chose one. */
  defaultCli: () => CliType;
  clock: Clock;
}

export function createAgentService({ unit, workspaceStore, agentStore, defaultCli, clock }: Deps) {
  return {
    list(workspaceId: WorkspaceId, query: PageQuery = {}): Page<Agent> {
      requireWorkspace(workspaceStore, workspaceId);
      const isWhole = query.limit === undefined && query.before === undefined;
      if (isWhole) return { rows: agentStore.list(workspaceId), more: false };
      return pageOf((window) => agentStore.page(workspaceId, window), query);
    },

    get: (id: AgentId) => requireAgent(agentStore, id),

    create(_actor: Actor, workspaceId: WorkspaceId, input: CreateAgent): Agent {
      return unit((emit) => {
        requireWorkspace(workspaceStore, workspaceId);
        requireUnreservedName(input.name);
        requireFreeName(workspaceId, input.name);
        const now = clock();
        const agent = agentStore.insert({
          ...givenFields(input),
          id: newId(),
          workspace_id: workspaceId,
          cli_type: input.cli_type ?? defaultCli(),
          order: agentStore.lastOrder(workspaceId) + 1,
          created_at: now,
          updated_at: now,
        });
        workspaceStore.touch(workspaceId, now);
        emit({ type: "agent.created", ...nameOf(agent) });
        return agent;
      });
    },

    update(_actor: Actor, id: AgentId, input: UpdateAgent): Agent {
      return unit((emit) => {
        const now = clock();
        const before = requireAgent(agentStore, id);
        const agent = { ...before, ...givenFields(input), updated_at: now };
        // An agent that already has a reserved name can still be changed.
        if (agent.name !== before.name) requireUnreservedName(agent.name);
        requireFreeName(agent.workspace_id, agent.name, id);
        agentStore.update(agent);
        workspaceStore.touch(agent.workspace_id, now);
        emit({ type: "agent.updated", ...nameOf(agent) });
        return agent;
      });
    },

    reorder(_actor: Actor, workspaceId: WorkspaceId, ids: readonly AgentId[]): Agent[] {
      return unit((emit) => {
        requireWorkspace(workspaceStore, workspaceId);
        const team = agentStore.list(workspaceId).map((agent) => agent.id);
        const problem = reorderProblem(team, ids);
        if (problem) throw new AppError("VALIDATION_ERROR", `agent_ids: ${problem}`);
        agentStore.reorder(workspaceId, ids);
        workspaceStore.touch(workspaceId, clock());
        emit({ type: "agent.reordered", workspace_id: workspaceId });
        return agentStore.list(workspaceId);
      });
    },
  };

  function requireFreeName(workspaceId: WorkspaceId, name: string, except?: AgentId): void {
    const holder = agentStore.idByName(workspaceId, name);
    if (holder !== null && holder !== except) {
      throw new AppError("CONFLICT", `Agent name '${name}' already exists`);
    }
  }
}

export type AgentService = ReturnType<typeof createAgentService>;

export function requireAgent(agentStore: AgentStore, id: AgentId): Agent {
  const agent = agentStore.get(id);
  if (!agent) throw notFound("Agent");
  return agent;
}

export function nameOf(agent: Agent) {
  return { workspace_id: agent.workspace_id, agent_id: agent.id, agent_name: agent.name };
}
