import type { Spend } from "@malamar/contract/task.ts";
import type { Usage } from "#domain/run/run-store.ts";
import {
  idleTimeoutGuard,
  limitsSpend,
  runTimeoutGuard,
  spendGuard,
  type Tripped,
} from "#domain/task/guards.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { RunLimits } from "#engines/engine.ts";
import type { Timers } from "#lib/clock.ts";

interface TimeDeps {
  limits: RunLimits;
  agentName: string;
  timers: Timers;
  onTripped: (tripped: Tripped) => void;
}

interface Deps extends Omit<TimeDeps, "limits"> {
  workspace: StoredWorkspace;
  /**
   * What the other runs used since the last human input, which may come while this one is active.
   */
  spentByOthers: () => Spend;
}

const MINUTE_MS = 60_000;

/**
 * Engines report their usage just before they end. One that is about to answer should not lose its
 * answer; one that keeps working is ended.
 */
const LAST_WORD_MS = 5000;
/** The next tool may be the one that writes the answer. One more means that it is still working. */
const LAST_CALLS = 1;

/** Watches an active run: how long it takes, and how long it is silent. */
export function watchTime({ limits, agentName, timers, onTripped }: TimeDeps) {
  const { run_timeout_minutes: runLimit, idle_timeout_minutes: idleLimit } = limits;
  let lastSign = timers.elapsed();
  let stopIdle = () => {};
  const stopRun =
    runLimit === 0
      ? () => {}
      : timers.after(runLimit * MINUTE_MS, () => onTripped(runTimeoutGuard(agentName, runLimit)));
  if (idleLimit > 0) watchIdle(idleLimit * MINUTE_MS);

  /** One timer that checks again, instead of a new one for every byte. */
  function watchIdle(ms: number): void {
    stopIdle = timers.after(ms, () => {
      const left = lastSign + idleLimit * MINUTE_MS - timers.elapsed();
      if (left > 0) watchIdle(left);
      else onTripped(idleTimeoutGuard(agentName, idleLimit));
    });
  }

  return {
    /** The engine shows signs of life. */
    sign: () => void (lastSign = timers.elapsed()),
    acted: () => {},
    used: (_usage: Usage) => {},
    stop(): void {
      stopRun();
      stopIdle();
    },
  };
}

/** The same, and how much it has used. */
export function watchRun({ workspace, spentByOthers, ...deps }: Deps) {
  const { timers, onTripped } = deps;
  const time = watchTime({ ...deps, limits: workspace });
  let stopSpend: (() => void) | null = null;
  let callsSince = 0;
  let used: Usage | null = null;

  function spentTooMuch(): Tripped | null {
    if (!limitsSpend(workspace)) return null;
    const others = spentByOthers();
    const spent = {
      ...others,
      input_tokens: others.input_tokens + (used?.input_tokens ?? 0),
      output_tokens: others.output_tokens + (used?.output_tokens ?? 0),
      cost_usd: others.cost_usd + (used?.cost_usd ?? 0),
    };
    return spendGuard(spent, workspace);
  }

  /** With the figures as of then. */
  function tripOnSpend(): void {
    stopSpend?.();
    stopSpend = null;
    callsSince = 0;
    const tripped = spentTooMuch();
    if (tripped) onTripped(tripped);
  }

  return {
    sign: time.sign,

    /** The model has called a tool. */
    acted(): void {
      if (stopSpend !== null && ++callsSince > LAST_CALLS) tripOnSpend();
    },

    used(usage: Usage): void {
      used = usage;
      if (spentTooMuch()) stopSpend ??= timers.after(LAST_WORD_MS, tripOnSpend);
    },

    stop(): void {
      time.stop();
      stopSpend?.();
    },
  };
}
