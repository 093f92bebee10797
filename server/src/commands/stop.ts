import { isAlive, lookForServer } from "#app/running-server.ts";
import { logDirectory } from "#data-directory/log-file.ts";
import { StartupError } from "#lib/startup-error.ts";
import { signalProcess } from "#processes/signal-process.ts";
import { heldText } from "./held-text.ts";

/** Agents get three seconds to end, and a cleanup its step; this is far more than both. */
const WAIT_MS = 60_000;
const LOOK_MS = 50;

/** Asks the server of this data directory to stop cleanly, and waits until it is gone. */
export async function stopServer(dataDir: string, waitMs = WAIT_MS): Promise<string> {
  const state = await lookForServer(dataDir);
  if (state.is === "stopped") return `Malamar is not running on the data directory ${dataDir}.`;
  if (state.is === "held") {
    throw new StartupError(`${heldText(dataDir, state.pid)} Nothing was stopped.`);
  }
  const { server } = state;
  // A second signal would end it at once, and not cleanly.
  if (!server.is_stopping) {
    signalProcess({ pid: server.pid, startTime: server.start_time }, "SIGTERM");
  }
  const end = performance.now() + waitMs;
  while (await isAlive(server)) {
    if (performance.now() > end) {
      throw new StartupError(
        `Malamar (pid ${server.pid}) was asked to stop and is still busy. Its log says why: ${logDirectory(dataDir)}`,
      );
    }
    await Bun.sleep(LOOK_MS);
  }
  return `Malamar (pid ${server.pid}) has stopped.`;
}
