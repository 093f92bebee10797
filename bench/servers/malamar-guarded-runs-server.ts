import { createRunGuard, type IsFromRun } from "@malamar/server/processes/run-guard.ts";
import { serveRuns } from "./malamar-runs-server.ts";

/**
 * The same, with commands that decide whether to check which run sends a request or to trust
 * everyone.
 */
export function run(args: readonly string[]): Promise<void> {
  let guard: IsFromRun | null = null;
  let isAsking = true;
  return serveRuns(args, {
    isFromRun: (peer) => isAsking && guard !== null && guard(peer),
    onOpen: (installationId, port) => {
      guard = createRunGuard({ installationId, host: "127.0.0.1", port: () => port });
    },
    answers: {
      ask: () => Number((isAsking = true)),
      trust: () => Number((isAsking = false)),
    },
  });
}
