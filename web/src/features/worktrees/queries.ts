import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

type WorkingDirectoryMode = Workspace["working_directory_mode"];

export const worktreeQueries = {
  all: () => ["worktrees"] as const,
  list: (workspaceId: WorkspaceId) =>
    queryOptions({
      queryKey: [...worktreeQueries.all(), "list", workspaceId] as const,
      queryFn: ({ signal }) =>
        answer(
          api.workspaces[":id"].worktrees.$get(
            { param: { id: workspaceId } },
            { init: { signal } },
          ),
        ),
    }),
  kept: (workspaceId: WorkspaceId) =>
    queryOptions({
      queryKey: [...worktreeQueries.all(), "kept", workspaceId] as const,
      queryFn: ({ signal }) =>
        answer(
          api.workspaces[":id"].kept.$get({ param: { id: workspaceId } }, { init: { signal } }),
        ),
    }),
};

export function useWorktrees(workspaceId: WorkspaceId) {
  return useQuery(worktreeQueries.list(workspaceId));
}

/** The worktree of a task. Null if it has none, undefined while that is not known. */
export function useTaskWorktree(
  workspaceId: WorkspaceId,
  taskId: TaskId,
  mode: WorkingDirectoryMode | undefined,
): Worktree | null | undefined {
  const { data, isError } = useQuery({
    ...worktreeQueries.list(workspaceId),
    enabled: mode === "git",
    select: ({ worktrees }) => worktrees.find(({ task_id }) => task_id === taskId) ?? null,
  });
  if (mode === "git") return data ?? (data === null || isError ? null : undefined);
  return mode === undefined ? undefined : null;
}

export function useKeptWork(workspaceId: WorkspaceId) {
  return useQuery(worktreeQueries.kept(workspaceId));
}
