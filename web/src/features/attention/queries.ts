import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const attentionQueries = {
  /** What waits for the person in all workspaces, the longest wait first. */
  list: () =>
    queryOptions({
      queryKey: ["attention"] as const,
      queryFn: ({ signal }) => answer(api.attention.$get({}, { init: { signal } })),
    }),
};

export function useAttention() {
  return useQuery(attentionQueries.list());
}
