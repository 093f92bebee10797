import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { listChanges, listCheckpoints, type ChangesOf, type Comparison } from "./changes-of.ts";
import { changesKeys } from "./keys.ts";

const changesQueries = {
  all: (of: ChangesOf) =>
    of.kind === "task" ? changesKeys.ofTask(of.id) : changesKeys.ofChat(of.id),
  /** The oldest first. */
  checkpoints: (of: ChangesOf) =>
    queryOptions({
      queryKey: [...changesQueries.all(of), "checkpoints"] as const,
      queryFn: ({ signal }) => listCheckpoints(of, signal),
    }),
  /** The files that differ between two states. */
  list: (of: ChangesOf, { from, to }: Comparison) =>
    queryOptions({
      queryKey: [...changesQueries.all(of), "list", from, to] as const,
      queryFn: ({ signal }) => listChanges(of, { from, to }, signal),
    }),
};

/** Not asked for where there can be none. */
export function useCheckpoints(of: ChangesOf, isEnabled: boolean) {
  return useQuery({ ...changesQueries.checkpoints(of), enabled: isEnabled });
}

/** While another comparison is read, the one before it stays. */
export function useChanges(of: ChangesOf, comparison: Comparison) {
  return useQuery({ ...changesQueries.list(of, comparison), placeholderData: keepPreviousData });
}
