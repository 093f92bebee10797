import type { Agent, CreateAgent, UpdateAgent } from "@malamar/contract/agent.ts";
import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { agentQueries } from "./queries.ts";

export function useCreateAgent(workspaceId: WorkspaceId) {
  const updateTeam = useUpdateTeam(workspaceId);
  return useMutation({
    mutationFn: (input: CreateAgent) =>
      answer(api.workspaces[":id"].agents.$post({ param: { id: workspaceId }, json: input })),
    onSuccess: (agent) => updateTeam((team) => [...team.filter((a) => a.id !== agent.id), agent]),
  });
}

/** Adds a ready-made team to a workspace without agents. */
export function useAddSampleTeam(workspaceId: WorkspaceId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(
        api.workspaces[":id"].agents["sample-team"].$post({ param: { id: workspaceId }, json: {} }),
      ),
    onSuccess: (team) => queryClient.setQueryData(agentQueries.team(workspaceId).queryKey, team),
  });
}

export function useUpdateAgent(workspaceId: WorkspaceId) {
  const updateTeam = useUpdateTeam(workspaceId);
  return useMutation({
    mutationFn: ({ id, input }: { id: AgentId; input: UpdateAgent }) =>
      answer(api.agents[":id"].$put({ param: { id }, json: input })),
    onSuccess: (agent) => updateTeam((team) => team.map((a) => (a.id === agent.id ? agent : a))),
  });
}

export function useDeleteAgent(workspaceId: WorkspaceId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: AgentId) => answer(api.agents[":id"].$delete({ param: { id } })),
    // The server renumbers the others.
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: agentQueries.team(workspaceId).queryKey }),
  });
}

export function useReorderAgents(workspaceId: WorkspaceId) {
  const updateTeam = useUpdateTeam(workspaceId);
  return useMutation({
    mutationFn: (agentIds: AgentId[]) =>
      answer(
        api.workspaces[":id"].agents.reorder.$put({
          param: { id: workspaceId },
          json: { agent_ids: agentIds },
        }),
      ),
    onSuccess: (agents) => updateTeam(() => agents),
  });
}

/** Puts the server's response into the cache, so that it shows before the next fetch. */
function useUpdateTeam(workspaceId: WorkspaceId) {
  const queryClient = useQueryClient();
  return (change: (team: readonly Agent[]) => Agent[]) => {
    queryClient.setQueryData(agentQueries.team(workspaceId).queryKey, (team) =>
      team === undefined ? undefined : change(team),
    );
  };
}
