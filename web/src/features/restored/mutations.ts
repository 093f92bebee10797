import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { restoredQueries } from "./queries.ts";

/** Switches on the contents of a backup, or discards them. */
export function useDecideRestored() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decision: "confirm" | "discard") => answer(api.restored[decision].$post()),
    onSuccess: (restored) => queryClient.setQueryData(restoredQueries.read().queryKey, restored),
  });
}
