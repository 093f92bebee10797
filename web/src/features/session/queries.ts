import { useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

/** Whether this Malamar asks for a token. */
export function useSession() {
  return useQuery({
    queryKey: ["session"],
    queryFn: ({ signal }) => answer(api.session.$get({}, { init: { signal } })),
  });
}
