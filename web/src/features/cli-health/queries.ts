import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const cliHealthQueries = {
  all: () => ["cli-health"] as const,
  list: () =>
    queryOptions({
      queryKey: cliHealthQueries.all(),
      queryFn: ({ signal }) => answer(api.health.cli.$get({}, { init: { signal } })),
    }),
};

export function useCliHealth() {
  return useQuery(cliHealthQueries.list());
}
