import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const restoredQueries = {
  read: () =>
    queryOptions({
      queryKey: ["restored"] as const,
      queryFn: ({ signal }) => answer(api.restored.$get({}, { init: { signal } })),
    }),
};

export function useRestored() {
  return useQuery(restoredQueries.read());
}
