import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

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
};

export function useAgents(workspaceId: WorkspaceId) {
  return useQuery(agentQueries.team(workspaceId));
}
