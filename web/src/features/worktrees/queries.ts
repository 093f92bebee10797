import type { TaskId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
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
  /** What is left of deleted workspaces. */
  left: () => [...worktreeQueries.all(), "left"] as const,
  leftList: () =>
    queryOptions({
      queryKey: [...worktreeQueries.left(), "list"] as const,
      queryFn: ({ signal }) =>
        answer(api["deleted-workspaces"].worktrees.$get(undefined, { init: { signal } })),
    }),
  leftKept: () =>
    queryOptions({
      queryKey: [...worktreeQueries.left(), "kept"] as const,
      queryFn: ({ signal }) =>
        answer(api["deleted-workspaces"].kept.$get(undefined, { init: { signal } })),
    }),
  ignored: (id: WorktreeId) =>
    queryOptions({
      queryKey: [...worktreeQueries.all(), "ignored", id] as const,
      queryFn: ({ signal }) =>
        answer(api.worktrees[":id"].ignored.$get({ param: { id } }, { init: { signal } })),
      // No event announces what an installation adds.
      staleTime: 0,
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

/** What is left of deleted workspaces, and whether there is anything to show. */
export function useLeftOver() {
  const worktrees = useQuery(worktreeQueries.leftList());
  const kept = useQuery(worktreeQueries.leftKept());
  const hasWorktrees = worktrees.error !== null || worktrees.data?.worktrees.length !== 0;
  const hasKept = kept.error !== null || kept.data?.length !== 0;
  const isKnown = !worktrees.isPending && !kept.isPending;
  const isAny = isKnown && (hasWorktrees || hasKept);
  return { worktrees, kept, hasWorktrees, hasKept, isKnown, isAny };
}

export function useIgnoredFiles(id: WorktreeId) {
  return useQuery(worktreeQueries.ignored(id));
}

export function useKeptWork(workspaceId: WorkspaceId) {
  return useQuery(worktreeQueries.kept(workspaceId));
}
