import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#lib/api.ts";

/** Events announce changes. This covers only what they cannot. */
const STALE_MS = 30_000;

/** The server is local: if two tries this far apart fail, it will be down for a while. */
const RETRY_MS = 500;

/** These mean that the token is missing or wrong, or that the session has ended. */
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
        // The server on this machine is reachable without the internet.
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
