import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { withWishes } from "./priority-wish.ts";

export type TaskSearch = { q: string; label: string; agentId: string };

export const taskQueries = {
  all: () => ["tasks"] as const,
  /** Every task of a workspace, without the long texts. */
  board: (workspaceId: WorkspaceId) =>
    queryOptions({
      queryKey: [...taskQueries.all(), "board", workspaceId] as const,
      queryFn: async ({ client, signal }) => {
        const tasks = await answer(
          api.workspaces[":id"].tasks.$get(
            { param: { id: workspaceId }, query: {} },
            { init: { signal } },
          ),
        );
        return tasks.map((task) => withWishes(client, task));
      },
    }),
  /** Those of them that the server finds by this. */
  filtered: (workspaceId: WorkspaceId, { q, label, agentId }: TaskSearch) =>
    queryOptions({
      queryKey: [...taskQueries.all(), "board", workspaceId, { q, label, agentId }] as const,
      queryFn: ({ signal }) =>
        answer(
          api.workspaces[":id"].tasks.$get(
            {
              param: { id: workspaceId },
              query: {
                ...(q !== "" && { q }),
                ...(label !== "" && { label }),
                ...(agentId !== "" && { agent_id: agentId }),
              },
            },
            { init: { signal } },
          ),
        ),
      placeholderData: keepPreviousData,
    }),
  detail: (id: TaskId) =>
    queryOptions({
      queryKey: [...taskQueries.all(), "detail", id] as const,
      queryFn: async ({ client, signal }) =>
        withWishes(
          client,
          await answer(api.tasks[":id"].$get({ param: { id } }, { init: { signal } })),
        ),
    }),
  comments: (id: TaskId) =>
    queryOptions({
      queryKey: [...taskQueries.all(), "comments", id] as const,
      queryFn: ({ signal }) =>
        answer(api.tasks[":id"].comments.$get({ param: { id }, query: {} }, { init: { signal } })),
    }),
  logs: (id: TaskId) =>
    queryOptions({
      queryKey: [...taskQueries.all(), "logs", id] as const,
      queryFn: ({ signal }) =>
        answer(api.tasks[":id"].logs.$get({ param: { id }, query: {} }, { init: { signal } })),
    }),
};

export function useBoard(workspaceId: WorkspaceId) {
  return useQuery(taskQueries.board(workspaceId));
}

export function useFilteredBoard(workspaceId: WorkspaceId, search: TaskSearch) {
  const isWanted = search.q !== "" || search.label !== "" || search.agentId !== "";
  const all = useBoard(workspaceId);
  const found = useQuery({ ...taskQueries.filtered(workspaceId, search), enabled: isWanted });
  return isWanted ? found : all;
}

export function useTask(id: TaskId) {
  return useQuery(taskQueries.detail(id));
}

export function useComments(id: TaskId) {
  return useQuery(taskQueries.comments(id));
}

export function useLogs(id: TaskId) {
  return useQuery(taskQueries.logs(id));
}
