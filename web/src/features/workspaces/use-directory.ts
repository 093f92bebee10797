import { isTypedPath } from "@malamar/contract/directory.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { usePaused } from "./use-paused.ts";

/** What the server knows about a path while the user types it. */
export function useDirectory(typed: string) {
  const path = usePaused(typed);
  const { data } = useQuery({
    queryKey: ["directories", path],
    queryFn: ({ signal }) =>
      answer(api.directories.$get({ query: { path } }, { init: { signal } })),
    enabled: isTypedPath(path),
    placeholderData: keepPreviousData,
    // If this fails, the form simply shows no facts about the path.
    retry: false,
  });
  return isTypedPath(typed) ? { directory: data, isCurrent: path === typed } : NOTHING;
}

const NOTHING = { directory: undefined, isCurrent: true };
