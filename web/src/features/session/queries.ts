import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const sessionQueries = {
  all: () => ["session"] as const,
  state: () =>
    queryOptions({
      queryKey: sessionQueries.all(),
      queryFn: ({ signal }) => answer(api.session.$get({}, { init: { signal } })),
    }),
};

/** Whether this Malamar asks for a token. */
export function useSession() {
  return useQuery(sessionQueries.state());
}
