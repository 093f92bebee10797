import type { HomeWorkspace } from "@malamar/contract/home.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, answerWithHeaders, api } from "#lib/api.ts";
import { eventPosition } from "#lib/event-position.logic.ts";
import { keepUnlessEmpty } from "#lib/keep-unless-empty.ts";
import type { Outliving } from "./deletion.logic.ts";
import { isUsual, type ListParams } from "./list-params.logic.ts";
import type { RailList } from "./rail-list.logic.ts";

export const workspaceQueries = {
  all: () => ["workspaces"] as const,
  lists: () => [...workspaceQueries.all(), "list"] as const,
  list: ({ q, sort }: ListParams) =>
    queryOptions({
      queryKey: [...workspaceQueries.lists(), { q, sort }] as const,
      queryFn: ({ signal }) =>
        answer(api.workspaces.$get({ query: { q, sort } }, { init: { signal } })),
      placeholderData: (previous) => keepUnlessEmpty(previous),
    }),
  /** The workspaces of the rail on every page. Events of tasks change it (rail-list.ts). */
  rail: () =>
    queryOptions({
      queryKey: [...workspaceQueries.all(), "rail"] as const,
      queryFn: async ({ signal }): Promise<RailList> => {
        const { body, headers } = await answerWithHeaders(
          api["workspace-briefs"].$get({ query: {} }, { init: { signal } }),
        );
        return { workspaces: body, at: eventPosition(headers.get("x-event-id")) };
      },
    }),
  detail: (id: WorkspaceId) =>
    queryOptions({
      queryKey: [...workspaceQueries.all(), "detail", id] as const,
      queryFn: ({ signal }) =>
        answer(api.workspaces[":id"].$get({ param: { id } }, { init: { signal } })),
    }),
  /** What deleting it does not delete. */
  outliving: (id: WorkspaceId) =>
    queryOptions({
      queryKey: [...workspaceQueries.all(), "outliving", id] as const,
      queryFn: async ({ signal }): Promise<Outliving> => {
        const init = { init: { signal } };
        const [{ worktrees }, kept] = await Promise.all([
          answer(api.workspaces[":id"].worktrees.$get({ param: { id } }, init)),
          answer(api.workspaces[":id"].kept.$get({ param: { id } }, init)),
        ]);
        return { worktrees: worktrees.length, keptWork: kept.length };
      },
      staleTime: 0,
    }),
};

export function useWorkspaces(params: ListParams) {
  return useQuery(workspaceQueries.list(params));
}

/** The default list is not requested if the caller has it already. */
export function useFoundWorkspaces(params: ListParams, usual: readonly HomeWorkspace[]) {
  const isThere = isUsual(params);
  const found = useQuery({ ...workspaceQueries.list(params), enabled: !isThere });
  const workspaces: readonly HomeWorkspace[] | undefined = isThere ? usual : found.data;
  return { ...found, error: isThere ? null : found.error, workspaces };
}

export function useWorkspace(id: WorkspaceId) {
  return useQuery(workspaceQueries.detail(id));
}

export function useOutliving(id: WorkspaceId) {
  return useQuery(workspaceQueries.outliving(id));
}

export function useRailWorkspaces() {
  return useQuery(workspaceQueries.rail()).data?.workspaces;
}
