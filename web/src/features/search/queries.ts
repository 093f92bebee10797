import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

const searchQueries = {
  titles: (q: string) =>
    queryOptions({
      queryKey: ["search", q] as const,
      queryFn: ({ signal }) => answer(api.search.$get({ query: { q } }, { init: { signal } })),
      enabled: q !== "",
      // Events do not update earlier results, so every search is sent.
      staleTime: 0,
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
};

/**
 * Workspaces, tasks and chats with this text in their title. The previous results stay until the
 * response arrives.
 */
export function useSearch(q: string) {
  return useQuery(searchQueries.titles(q));
}
