import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { Run, RunStatus } from "@malamar/contract/run.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { COUNTING, dollars, relativeTime, tokens } from "#lib/format.ts";
import { failureWords } from "#lib/run-failure.logic.ts";

type EventOf<Type extends TranscriptEvent["type"]> = Extract<TranscriptEvent, { type: Type }>;

export const RUN_STATUS_WORDS: Readonly<Record<RunStatus, string>> = {
  running: "Running",
  succeeded: "Finished",
  failed: "Failed",
  cancelled: "Stopped",
  lost: "Lost",
};

/** "Failed: no credit left". */
export function endWords(
  status: RunStatus,
  failureKind: string | null,
  exitCode: number | null,
): string {
  const word = RUN_STATUS_WORDS[status];
  return failureKind === null ? word : `${word}: ${failureWords(failureKind, exitCode)}`;
}

/** "0:08", "12:05", "1:02:33". */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const [minutes = "", rest = ""] = parts.map((part) => String(part).padStart(2, "0"));
  if (hours > 0) return `${hours}:${minutes}:${rest}`;
  return `${Number(minutes)}:${rest}`;
}

export function elapsed(from: string, to: string): string {
  return stopwatch(Date.parse(to) - Date.parse(from));
}

type Spent = Pick<
  Run,
  "input_tokens" | "output_tokens" | "cached_tokens" | "cost_usd" | "is_estimated"
>;

/** A run's usage: its own figures once it has ended, its last report before that. */
export function spentBy(run: Run, told: EventOf<"usage"> | null): Spent | null {
  const isTold = run.status !== "running" && run.input_tokens !== null;
  if (isTold || told === null) return hasFigures(run) ? run : told;
  return told;
}

function hasFigures(spent: Spent): boolean {
  return [spent.input_tokens, spent.output_tokens, spent.cost_usd].some((value) => value !== null);
}

/**
 * "1.2k in", "300 out", "100 cached", "$0.02". Unknown figures are left out, except the cost of a
 * finished run. Most CLIs report the cost at the end, if at all.
 */
export function spentWords(spent: Spent | null, isRunning: boolean): string[] {
  if (spent === null) return isRunning ? [COUNTING] : [];
  const { input_tokens, output_tokens, cached_tokens, cost_usd, is_estimated } = spent;
  return [
    ...(input_tokens === null ? [] : [`${tokens(input_tokens)} in`]),
    ...(output_tokens === null ? [] : [`${tokens(output_tokens)} out`]),
    ...(cached_tokens === null ? [] : [`${tokens(cached_tokens)} cached`]),
    ...(is_estimated ? ["estimated"] : []),
    ...(cost_usd === null ? (isRunning ? [] : ["cost unknown"]) : [dollars(cost_usd)]),
  ];
}

/** "Planner · Claude Code · 2 min ago · failed". */
export function runLabel(run: Run, now: Date): string {
  const parts = [run.agent_name, cliLabel(run.cli_type), relativeTime(run.started_at, now)];
  return [...parts, RUN_STATUS_WORDS[run.status].toLowerCase()].join(" · ");
}

/** These CLIs send a text in parts. The others send it whole. */
const IN_PARTS: ReadonlySet<Run["cli_type"]> = new Set(["gemini"]);

export function isToldInParts({ cli_type }: Run): boolean {
  return IN_PARTS.has(cli_type);
}
