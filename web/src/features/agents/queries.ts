import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, answeredText, api } from "#lib/api.ts";

export const agentQueries = {
  all: () => ["agents"] as const,
  team: (workspaceId: WorkspaceId) =>
    queryOptions({
      queryKey: [...agentQueries.all(), "team", workspaceId] as const,
      queryFn: ({ signal }) =>
        answer(
          api.workspaces[":id"].agents.$get(
            { param: { id: workspaceId }, query: {} },
            { init: { signal } },
          ),
        ),
    }),
  /** The input of its next run. Never cached, because it changes with the task. */
  inputPreview: (id: AgentId) =>
    queryOptions({
      queryKey: ["input preview", id] as const,
      queryFn: ({ signal }) =>
        answeredText(
          api.agents[":id"].input.$get({ param: { id }, query: {} }, { init: { signal } }),
        ),
      staleTime: 0,
      gcTime: 0,
    }),
};

export function useAgents(workspaceId: WorkspaceId) {
  return useQuery(agentQueries.team(workspaceId));
}

export function useInputPreview(id: AgentId) {
  return useQuery(agentQueries.inputPreview(id));
}
