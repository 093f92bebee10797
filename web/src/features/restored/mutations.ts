import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { restoredQueries } from "./queries.ts";

/** Switches on what a backup contains, or discards it. */
export function useDecideRestored() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decision: "confirm" | "discard") => answer(api.restored[decision].$post()),
    onSuccess: (restored) => queryClient.setQueryData(restoredQueries.read().queryKey, restored),
  });
}
