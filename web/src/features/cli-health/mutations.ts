import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import type { Check } from "./check.logic.ts";
import { cliHealthQueries } from "./queries.ts";

const CHECK_KEY = ["cli-check"];

export function useCheckClis() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: CHECK_KEY,
    mutationFn: (check: Check) => answer(api.health.cli.refresh.$post({ json: check })),
    onSuccess: (health) => queryClient.setQueryData(cliHealthQueries.list().queryKey, health),
  });
}

/** The checks that this page has under way, also those of before it was left and opened again. */
export function useChecksUnderWay(): Check[] {
  return useMutationState({
    filters: { mutationKey: CHECK_KEY, status: "pending" },
    // The key is that of useCheckClis alone.
    select: ({ state }) => state.variables as Check,
  });
}
