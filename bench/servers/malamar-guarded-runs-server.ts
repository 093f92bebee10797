import { createRunGuard, type IsFromRun } from "@malamar/server/processes/run-guard.ts";
import { serveRuns } from "./malamar-runs-server.ts";

/** The same, told when to ask whether a run sends a request and when to trust everybody. */
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
