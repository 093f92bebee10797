import type { Spend } from "@malamar/contract/task.ts";
import {
  idleTimeoutGuard,
  limitsSpend,
  runTimeoutGuard,
  spendGuard,
  type Tripped,
} from "#domain/task/guards.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { Timers } from "#lib/clock.ts";
import type { Usage } from "./execute-run.ts";

interface Deps {
  workspace: StoredWorkspace;
  agentName: string;
  /** What the other runs used since the last human input, which may come while this one is under way. */
  spentByOthers: () => Spend;
  timers: Timers;
  onTripped: (tripped: Tripped) => void;
}

const MINUTE_MS = 60_000;

/**
 * Engines report what they used just before they end. One that is about to give its answer shall not
 * lose it; one that works on is ended.
 */
const LAST_WORD_MS = 5000;

/** Watches a run while it is under way: how long, how long silent, how much it has used. */
export function watchRun({ workspace, agentName, spentByOthers, timers, onTripped }: Deps) {
  const { run_timeout_minutes: runLimit, idle_timeout_minutes: idleLimit } = workspace;
  let lastSign = timers.elapsed();
  let stopIdle = () => {};
  let stopSpend: (() => void) | null = null;
  let used: Usage | null = null;
  const stopRun =
    runLimit === 0
      ? () => {}
      : timers.after(runLimit * MINUTE_MS, () => onTripped(runTimeoutGuard(agentName, runLimit)));
  if (idleLimit > 0) watchIdle(idleLimit * MINUTE_MS);

  /** One timer that looks again, instead of a new one for every byte. */
  function watchIdle(ms: number): void {
    stopIdle = timers.after(ms, () => {
      const left = lastSign + idleLimit * MINUTE_MS - timers.elapsed();
      if (left > 0) watchIdle(left);
      else onTripped(idleTimeoutGuard(agentName, idleLimit));
    });
  }

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

  /** With the figures as they are by then. */
  function tripOnSpend(): void {
    stopSpend = null;
    const tripped = spentTooMuch();
    if (tripped) onTripped(tripped);
  }

  return {
    /** The engine has given a sign of life. */
    sign: () => void (lastSign = timers.elapsed()),

    used(usage: Usage): void {
      used = usage;
      if (spentTooMuch()) stopSpend ??= timers.after(LAST_WORD_MS, tripOnSpend);
    },

    stop(): void {
      stopRun();
      stopIdle();
      stopSpend?.();
    },
  };
}
