import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

const searchQueries = {
  titles: (q: string) =>
    queryOptions({
      queryKey: ["search", q] as const,
      queryFn: ({ signal }) => answer(api.search.$get({ query: { q } }, { init: { signal } })),
      enabled: q !== "",
      // Events do not reach what was found before; what is asked for again is asked anew.
      staleTime: 0,
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
};

/** Workspaces, tasks and chats with this in their title; until the answer comes, those of the question before. */
export function useSearch(q: string) {
  return useQuery(searchQueries.titles(q));
}
