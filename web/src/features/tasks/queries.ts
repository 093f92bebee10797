import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { boardKey } from "./lists/task-lists.ts";
import { withWishes } from "./priority-wish.ts";

export const taskQueries = {
  all: () => ["tasks"] as const,
  /** The key prefix of a workspace's lists. */
  board: (workspaceId: WorkspaceId) => ({ queryKey: boardKey(workspaceId) }),
  byNumber: (workspaceId: WorkspaceId, number: number) =>
    queryOptions({
      queryKey: [...taskQueries.all(), "number", workspaceId, number] as const,
      queryFn: async ({ signal }) => {
        const found = await answer(
          api.workspaces[":id"].tasks.$get(
            { param: { id: workspaceId }, query: { q: `#${number}` } },
            { init: { signal } },
          ),
        );
        return found.find((task) => task.number === number)?.id ?? null;
      },
    }),
  details: () => [...taskQueries.all(), "detail"] as const,
  detail: (id: TaskId) =>
    queryOptions({
      queryKey: [...taskQueries.details(), id] as const,
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

/** The task with a number, or null. A number always belongs to the same task. */
export function useTaskNumber(workspaceId: WorkspaceId, number: number) {
  return useQuery(taskQueries.byNumber(workspaceId, number));
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
