import { endProcessesOfRun } from "./end-processes.ts";
import { reapOrphans } from "./orphan-reaper.ts";
import type { ProcessEntry } from "./process-table.ts";
import { createProcessOutput } from "./process-output.ts";
import { spawnCli, type MarkedCommand } from "./process.ts";

/** How the process of a CLI ended. Everything that it had started is gone as well. */
export interface CliExit {
  code: number | null;
  signal: string | null;
  /** We ended it; it did not end by itself. */
  wasAborted: boolean;
  /** What was still running when it had ended by itself. */
  leftovers: readonly ProcessEntry[];
  /** What could not be ended. */
  survivors: readonly ProcessEntry[];
}

interface StartOptions extends MarkedCommand {
  signal: AbortSignal;
  graceMs: number | undefined;
}

/** Starts a CLI and stays with it until the last of its processes is gone. Throws if it cannot start. */
export function startCli({ signal, graceMs, ...command }: StartOptions) {
  const child = spawnCli(command);
  const output = createProcessOutput(child);
  const stopping = Promise.withResolvers<void>();
  let hasExited = false;
  let wasAborted = false;
  let exit: CliExit | null = null;
  const exited = child.exited.then(() => (hasExited = true));
  const gone = waitUntilGone();
  signal.addEventListener("abort", stop);

  function stop(): void {
    wasAborted ||= !hasExited;
    stopping.resolve();
  }

  async function waitUntilGone(): Promise<void> {
    await Promise.race([exited, stopping.promise]);
    const run = { mark: command.mark, leader: child.pid };
    const { ended, survivors } = await endProcessesOfRun(run, { graceMs });
    if (!survivors.some(({ pid }) => pid === child.pid)) {
      // It is dead by now; if the table did not show it, Bun's own handle still means no other process.
      if (!hasExited) child.kill("SIGKILL");
      await exited;
    }
    reapOrphans();
    exit = {
      code: child.exitCode,
      signal: child.signalCode === null ? null : String(child.signalCode),
      wasAborted,
      leftovers: wasAborted ? [] : ended,
      survivors,
    };
    output.nudge();
  }

  return {
    pid: child.pid,
    output,

    /** null as long as any of its processes is there. */
    exit: (): CliExit | null => exit,

    /** Ends what is still there, and lets go of everything. */
    async close(): Promise<void> {
      stop();
      await gone;
      signal.removeEventListener("abort", stop);
      await output.cancel();
    },
  };
}

export type RunningCli = ReturnType<typeof startCli>;
