import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

const helpQueries = {
  all: () => ["help"] as const,
  // The articles ship with the program. They change only with the version, and then the page
  // reloads.
  list: () =>
    queryOptions({
      queryKey: helpQueries.all(),
      queryFn: ({ signal }) => answer(api.help.$get({}, { init: { signal } })),
      staleTime: Infinity,
    }),
  article: (slug: string) =>
    queryOptions({
      queryKey: [...helpQueries.all(), slug] as const,
      queryFn: ({ signal }) =>
        answer(api.help[":slug"].$get({ param: { slug } }, { init: { signal } })),
      staleTime: Infinity,
    }),
};

export function useHelpList() {
  return useQuery(helpQueries.list());
}

export function useHelpArticle(slug: string) {
  return useQuery(helpQueries.article(slug));
}
