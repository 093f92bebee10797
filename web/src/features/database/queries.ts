import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const databaseQueries = {
  state: () =>
    queryOptions({
      queryKey: ["database"] as const,
      queryFn: ({ signal }) => answer(api.database.$get({}, { init: { signal } })),
    }),
};

export function useDatabaseState() {
  return useQuery(databaseQueries.state());
}
