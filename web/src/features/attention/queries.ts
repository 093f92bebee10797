import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const attentionQueries = {
  all: () => ["attention"] as const,

  /** Everything that waits for the user in all workspaces, longest wait first. */
  list: () =>
    queryOptions({
      queryKey: [...attentionQueries.all(), "list"] as const,
      queryFn: async ({ signal }) => {
        const items = await answer(api.attention.$get({ query: {} }, { init: { signal } }));
        return Array.isArray(items) ? items : [];
      },
    }),

  count: () =>
    queryOptions({
      queryKey: [...attentionQueries.all(), "count"] as const,
      queryFn: async ({ signal }) => {
        const query = { count: "1" } as const;
        const counted = await answer(api.attention.$get({ query }, { init: { signal } }));
        return "count" in counted ? counted.count : counted.length;
      },
    }),
};

export function useAttention({ enabled = true } = {}) {
  return useQuery({ ...attentionQueries.list(), enabled });
}

export function useAttentionCount(): number {
  return useQuery(attentionQueries.count()).data ?? 0;
}
