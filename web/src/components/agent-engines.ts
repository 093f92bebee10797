import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId, EngineId } from "@malamar/contract/ids.ts";
import { createContext, use, useMemo } from "react";

/** The engines of the agents that this part of the page names. */
export const AgentEngines = createContext<ReadonlyMap<AgentId, EngineId>>(new Map());

/** The value of the context, from the agents themselves. */
export function useAgentEngines(
  agents: readonly Pick<Agent, "id" | "cli_type">[] | undefined,
): ReadonlyMap<AgentId, EngineId> {
  return useMemo(
    () => new Map(agents?.map(({ id, cli_type }) => [id, cli_type] as const)),
    [agents],
  );
}

/** Undefined if it is not known, as for a deleted agent. */
export function useEngineOf(id: AgentId | null): EngineId | undefined {
  const engines = use(AgentEngines);
  return id === null ? undefined : engines.get(id);
}
