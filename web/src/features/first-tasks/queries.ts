import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const firstTaskQueries = {
  all: () => ["first-task"] as const,

  /** Whether a workspace has a task at all. Who has one needs no example, so it is not asked again. */
  any: (id: WorkspaceId) =>
    queryOptions({
      queryKey: [...firstTaskQueries.all(), id] as const,
      queryFn: async ({ signal }) => {
        const query = { limit: "1" };
        const tasks = await answer(
          api.workspaces[":id"].tasks.$get({ param: { id }, query }, { init: { signal } }),
        );
        return tasks.length > 0;
      },
      enabled: ({ state }) => state.data !== true,
    }),
};

export function useHasNoTask(id: WorkspaceId): boolean {
  return useQuery(firstTaskQueries.any(id)).data === false;
}
