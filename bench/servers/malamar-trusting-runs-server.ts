import { serveRuns } from "./malamar-runs-server.ts";

/** The same without the question whether a run sends a request. */
export function run(args: readonly string[]): Promise<void> {
  return serveRuns(args, { isFromRun: () => false });
}
