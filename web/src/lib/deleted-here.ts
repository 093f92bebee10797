import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The key of a mutation whose variable is the id of what it deletes. */
export const DELETION_KEY = ["deletion"] as const;

/** Whether the key names something that this tab deletes, or has: asking for it again would only fail. */
export function isDeletedHere(queryClient: QueryClient, key: QueryKey): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: DELETION_KEY })
    .some(({ state }) => state.status !== "error" && key.includes(state.variables));
}
