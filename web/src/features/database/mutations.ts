import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { databaseQueries } from "./queries.ts";

/** Writes what Malamar still has in memory to a new file. */
export function useRescueDatabase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.database.rescue.$post()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: databaseQueries.state().queryKey }),
  });
}
