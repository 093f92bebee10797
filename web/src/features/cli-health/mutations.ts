import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { cliHealthQueries } from "./queries.ts";

export function useRefreshCliHealth() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.health.cli.refresh.$post({ json: {} })),
    onSuccess: (health) => queryClient.setQueryData(cliHealthQueries.list().queryKey, health),
  });
}
