import { useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

/** Whether this Malamar requires a token. */
export function useSession() {
  return useQuery({
    queryKey: ["session"],
    queryFn: ({ signal }) => answer(api.session.$get({}, { init: { signal } })),
  });
}

export const SESSIONS_KEY = ["sessions"] as const;

/** The browsers that are logged in. */
export function useSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => answer(api.sessions.$get({}, { init: { signal } })),
    // No event announces changes.
    staleTime: 0,
  });
}
