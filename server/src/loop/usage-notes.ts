import type { RunId } from "@malamar/contract/ids.ts";
import type { Usage } from "#domain/run/run-store.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { RunPlan } from "./perform-run.ts";

/**
 * Often enough for someone who watches the figures, rarely enough for a CLI that reports them all
 * the time.
 */
const PAUSE_MS = 2000;
/** A CLI that reports only at its end has ended by then, and its end has the figures. */
const FIRST_PAUSE_MS = 500;

type Deps = Pick<LoopDeps, "unit" | "runStore" | "timers" | "logger">;

/**
 * Stores what a run has used so far: after a moment, then after each pause if there is something
 * new. So anyone who watches the task sees it, and a crash does not hide what was spent.
 */
export function createUsageNotes(
  { unit, runStore, timers, logger }: Deps,
  { isGone, announceUsage }: Pick<RunPlan<unknown>, "isGone" | "announceUsage">,
  runId: RunId,
) {
  let unwritten: Usage | null = null;
  let stopPause: (() => void) | null = null;

  function writeAndPause(): void {
    if (unwritten === null) return void (stopPause = null);
    write(unwritten);
    unwritten = null;
    stopPause = timers.after(PAUSE_MS, writeAndPause);
  }

  /** If it cannot be stored, the run continues: its end has the figures too. */
  function write(usage: Usage): void {
    try {
      unit((emit) => {
        if (isGone()) return;
        runStore.setUsage({ id: runId, ...usage });
        announceUsage(emit);
      });
    } catch (error) {
      logger.warn("The usage of a run so far cannot be stored", { run_id: runId, error });
    }
  }

  return {
    note(usage: Usage): void {
      unwritten = usage;
      stopPause ??= timers.after(FIRST_PAUSE_MS, writeAndPause);
    },
    stop: () => stopPause?.(),
  };
}
