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

/** This page's checks in progress, including those from before it was left and reopened. */
export function useChecksUnderWay(): Check[] {
  return useMutationState({
    filters: { mutationKey: CHECK_KEY, status: "pending" },
    // Only useCheckClis has this key.
    select: ({ state }) => state.variables as Check,
  });
}
