import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const settingsQueries = {
  all: () => ["settings"] as const,
  read: () =>
    queryOptions({
      queryKey: settingsQueries.all(),
      queryFn: ({ signal }) => answer(api.settings.$get({}, { init: { signal } })),
    }),
};

export function useSettings() {
  return useQuery(settingsQueries.read());
}
