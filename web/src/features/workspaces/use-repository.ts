import { isTypedPath } from "@malamar/contract/directory.ts";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { canBranch } from "./repository.logic.ts";
import { usePaused } from "./use-paused.ts";

const repositoryQuery = (path: string) =>
  queryOptions({
    queryKey: ["repository", path] as const,
    queryFn: ({ signal }) => answer(api.repository.$get({ query: { path } }, { init: { signal } })),
    // No event announces a commit or another branch there.
    staleTime: 0,
    // If this fails, the form simply shows no facts about the repository.
    retry: false,
  });

/** The repository at a path, as the user types it. Undefined while it is not known. */
export function useRepository(typed: string): RepositoryFacts | undefined {
  const path = usePaused(typed);
  const { data } = useQuery({ ...repositoryQuery(path), enabled: isTypedPath(path) });
  return path === typed && isTypedPath(typed) ? data : undefined;
}

/** The repository at a stored path. Null if that cannot be found out, undefined until then. */
export function useKnownRepository(path: string | null): RepositoryFacts | null | undefined {
  const { data, isError } = useQuery({ ...repositoryQuery(path ?? ""), enabled: path !== null });
  return isError || path === null ? null : data;
}

/** Whether tasks can have branches there. A path may be submitted before the page knows. */
export function useCanBranchAt() {
  const queryClient = useQueryClient();
  return (path: string): Promise<boolean> =>
    queryClient.fetchQuery(repositoryQuery(path)).then(canBranch, () => false);
}
