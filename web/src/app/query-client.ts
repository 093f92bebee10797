import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#lib/api.ts";

/** Events tell us what changed; this is only for what they cannot say. */
const STALE_MS = 30_000;

/** The server is near: if it does not answer twice within this, it will not for a while. */
const RETRY_MS = 500;

/** Only who shows no right token meets these; a session that was ended is a wrong one. */
const LOCKED_OUT: ReadonlySet<string> = new Set(["UNAUTHORIZED", "TOO_MANY_ATTEMPTS"]);

export function createQueryClient(onUnauthorized: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && LOCKED_OUT.has(error.code)) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        refetchOnWindowFocus: true,
        // Without the internet the server on this machine is still there.
        networkMode: "always",
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: RETRY_MS,
      },
      mutations: { networkMode: "always" },
    },
  });
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
