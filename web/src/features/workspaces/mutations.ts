import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { ReadyTeamId } from "@malamar/contract/ready-team.ts";
import type { CreateWorkspace, UpdateWorkspace } from "@malamar/contract/workspace.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { DELETION_KEY } from "#lib/deleted-here.ts";
import { workspaceQueries } from "./queries.ts";

export function useCreateWorkspace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateWorkspace) => answer(api.workspaces.$post({ json: input })),
    onSuccess: (workspace) => {
      queryClient.setQueryData(workspaceQueries.detail(workspace.id).queryKey, workspace);
      return queryClient.invalidateQueries({ queryKey: workspaceQueries.lists() });
    },
  });
}

export function useAddTeam() {
  return useMutation({
    mutationFn: ({ id, team }: { id: WorkspaceId; team: ReadyTeamId }) =>
      answer(api.workspaces[":id"].agents["sample-team"].$post({ param: { id }, json: { team } })),
  });
}

export function useUpdateWorkspace(id: WorkspaceId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: UpdateWorkspace) =>
      answer(api.workspaces[":id"].$put({ param: { id }, json: input })),
    onSuccess: (workspace) => {
      queryClient.setQueryData(workspaceQueries.detail(id).queryKey, workspace);
      return queryClient.invalidateQueries({ queryKey: workspaceQueries.lists() });
    },
  });
}

export function useDeleteWorkspace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: DELETION_KEY,
    mutationFn: (id: WorkspaceId) => answer(api.workspaces[":id"].$delete({ param: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workspaceQueries.lists() }),
  });
}
