import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { CreateWorkspace, UpdateWorkspace } from "@malamar/contract/workspace.ts";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
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

const DELETE_KEY = ["workspaces", "delete"];

/** Whether this tab deletes it, or has: then what becomes of its page is known here already. */
export function isDeletedHere(queryClient: QueryClient, id: WorkspaceId): boolean {
  const deletion = queryClient.getMutationCache().find({
    mutationKey: DELETE_KEY,
    predicate: ({ state }) => state.variables === id && state.status !== "error",
  });
  return deletion !== undefined;
}

export function useDeleteWorkspace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: DELETE_KEY,
    mutationFn: (id: WorkspaceId) => answer(api.workspaces[":id"].$delete({ param: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workspaceQueries.lists() }),
  });
}
