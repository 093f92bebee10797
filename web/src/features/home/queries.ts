import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const homeQueries = {
  all: () => ["home"] as const,

  /** Null lets the server choose the time. */
  since: (since: string | null) =>
    queryOptions({
      queryKey: [...homeQueries.all(), { since }] as const,
      queryFn: ({ signal }) =>
        answer(api.home.$get({ query: since === null ? {} : { since } }, { init: { signal } })),
      placeholderData: keepPreviousData,
    }),
};

export function useHome(since: string | null) {
  return useQuery(homeQueries.since(since));
}
