import type { KeptWorkId, WorktreeId } from "@malamar/contract/ids.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { worktreeQueries } from "./queries.ts";

type Removal = {
  id: WorktreeId;
  /** Files that no checkpoint contains, and that the user agrees to lose. */
  confirmed: string[];
};

export function useRemoveWorktree() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, confirmed }: Removal) =>
      answer(api.worktrees[":id"].$delete({ param: { id }, json: { confirmed } })),
    // A refusal may have changed why it is kept.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: worktreeQueries.all() }),
  });
}

export function useRestoreKept() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, branch }: { id: KeptWorkId; branch: string }) =>
      answer(api.kept[":id"].restore.$post({ param: { id }, json: { branch } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: worktreeQueries.all() }),
  });
}
