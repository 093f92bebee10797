import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The key of mutations that delete something. Their variable is its id. */
export const DELETION_KEY = ["deletion"] as const;

/**
 * Whether this tab deletes, or has deleted, the thing in this key. Fetching it again would only
 * fail.
 */
export function isDeletedHere(queryClient: QueryClient, key: QueryKey): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: DELETION_KEY })
    .some(({ state }) => state.status !== "error" && key.includes(state.variables));
}
