import { endProcessesOfRun } from "./end-processes.ts";
import { reapOrphans } from "./orphan-reaper.ts";
import type { ProcessEntry } from "./process-table.ts";
import { createProcessOutput, type OutputPiece } from "./process-output.ts";
import { livingLeaders, spawnMarked, type MarkedCommand } from "./process.ts";

/** How a process ended. Everything that it started is gone as well. */
export interface ProcessExit {
  code: number | null;
  signal: string | null;
  /** We ended it; it did not end normally. */
  wasAborted: boolean;
  /** What was still running when it ended normally. */
  leftovers: readonly ProcessEntry[];
  /** What could not be ended. */
  survivors: readonly ProcessEntry[];
}

type Step = OutputPiece | { exit: ProcessExit };

interface StartOptions {
  signal: AbortSignal;
  graceMs: number | undefined;
}

/** Starts a program and stays with it until the last of its processes is gone. Throws if it cannot start. */
export function startProcess(command: MarkedCommand, { signal, graceMs }: StartOptions) {
  const child = spawnMarked(command);
  const output = createProcessOutput(child);
  const stopping = Promise.withResolvers<void>();
  let hasExited = false;
  let wasAborted = false;
  let exit: ProcessExit | null = null;
  let bytesAfterExit = 0;
  let turnBegan = performance.now();
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
      // It is dead by now; if the table did not show it, Bun's own handle still means no other
      // process.
      if (!hasExited) child.kill("SIGKILL");
      await exited;
    }
    livingLeaders.delete(child.pid);
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

  /**
   * The next piece of its output, as soon as there is one; at the end how it ended, when all its
   * processes are gone and the pipes are empty. null: the limit came first.
   */
  function next(): Promise<Step>;
  function next(limitMs: number | undefined): Promise<Step | null>;
  async function next(limitMs?: number): Promise<Step | null> {
    if (performance.now() - turnBegan >= LONGEST_TURN_MS) {
      await new Promise(setImmediate);
      turnBegan = performance.now();
    }
    let silences = 0;
    for (;;) {
      const ended = exit;
      if (ended && bytesAfterExit > MOST_IN_PIPES) return { exit: ended };
      const piece = output.take();
      if (piece) {
        if (ended) bytesAfterExit += piece.bytes.length;
        return piece;
      }
      if (ended && output.hasEnded()) return { exit: ended };
      const hasMore = await output.next(ended ? SILENCE_MS : limitMs);
      if (hasMore) continue;
      if (ended && ++silences === MOST_SILENCES) return { exit: ended };
      if (ended) continue;
      if (limitMs !== undefined && exit === null) return null;
    }
  }

  return {
    pid: child.pid,

    next,

    /** Ends what is left, and releases everything. */
    async close(): Promise<void> {
      stop();
      await gone;
      signal.removeEventListener("abort", stop);
      await output.cancel();
    },
  };
}

export type RunningProcess = ReturnType<typeof startProcess>;

/** A program that floods its output must not keep other work waiting: this is hardly noticeable. */
const LONGEST_TURN_MS = 5;
/**
 * Once its writers are gone a pipe is read to its end at once; only what we could not end holds it
 * open.
 */
const SILENCE_MS = 50;
/**
 * Several short waits: a server that was blocked for longer than one has not listened, and looks
 * again.
 */
const MOST_SILENCES = 5;
/** More than pipes can hold: a process that still writes is not ours, or cannot be ended. */
const MOST_IN_PIPES = 8 * 1024 * 1024;
