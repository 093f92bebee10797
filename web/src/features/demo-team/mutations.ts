import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { useMutation } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { DELETION_KEY } from "#lib/deleted-here.ts";

export function useStartDemo() {
  return useMutation({ mutationFn: () => answer(api.demo.$post()) });
}

/** Takes the workspace's id, so that this page does not fetch what it has deleted. */
export function useRemoveDemo() {
  return useMutation({
    mutationKey: DELETION_KEY,
    mutationFn: (_id: WorkspaceId) => answer(api.demo.$delete()),
  });
}
