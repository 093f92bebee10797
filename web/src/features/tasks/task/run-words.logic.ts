import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { AgentActionType } from "@malamar/contract/task.ts";
import { COUNTING, dollars, duration, tokens } from "#lib/format.ts";
import { failureWords } from "#lib/run-failure.logic.ts";

/** "commented", "failed: not logged in", "stopped": what came of a run. */
export function runOutcome(run: Run): string {
  switch (run.status) {
    case "running":
      return "working";
    case "succeeded":
      return run.action_type === null ? "finished" : ACTION_WORDS[run.action_type];
    case "failed":
      return `failed: ${reasonOf(run)}`;
    case "cancelled":
      return run.failure_kind === null ? "stopped" : `stopped: ${reasonOf(run)}`;
    case "lost":
      return "lost when Malamar stopped";
    default:
      return run.status satisfies never;
  }
}

export const ACTION_WORDS: Readonly<Record<AgentActionType, string>> = {
  skip: "skipped",
  comment: "commented",
  in_review: "asked for review",
  error: "failed",
  cancelled: "stopped",
};

function reasonOf({ failure_kind, exit_code }: Run): string {
  return failure_kind === null ? "unknown reason" : failureWords(failure_kind, exit_code);
}

/** "Planner couldn’t start: Claude Code isn’t installed": what went wrong with a run. */
export function failureTitle(run: Run): string {
  const { agent_name, cli_type, failure_kind, status } = run;
  if (failure_kind === "not_installed") {
    return `${agent_name} couldn’t start: ${cliLabel(cli_type)} isn’t installed`;
  }
  if (failure_kind === "not_started") return `${agent_name} couldn’t start`;
  const verb = status === "cancelled" ? "was stopped" : "failed";
  return failure_kind === null
    ? `${agent_name} ${verb}`
    : `${agent_name} ${verb}: ${reasonOf(run)}`;
}

/** The facts of a run whose outcome is already next to them. */
export function failureFacts(run: Run): string[] {
  return [cliLabel(run.cli_type), ...runFigures(run)];
}

/** "Demo CLI", "commented", "12 s", "1.5k tokens", "$0.02": the facts of a finished run. */
export function runFacts(run: Run): string[] {
  return [cliLabel(run.cli_type), runOutcome(run), ...runFigures(run)];
}

/** "1.5k tokens", "$0.02": the usage so far of a run in progress. */
export function figuresSoFar(run: Run): string {
  const known = [...tokenFigure(run), ...(run.cost_usd === null ? [] : [dollars(run.cost_usd)])];
  return known.length === 0 ? COUNTING : known.join(" · ");
}

function runFigures(run: Run): string[] {
  const figures: string[] = [];
  if (run.finished_at !== null) {
    figures.push(duration(Date.parse(run.finished_at) - Date.parse(run.started_at)));
  }
  const used = tokenFigure(run);
  const hasTokens = used.length > 0;
  figures.push(...used);
  if (run.cost_usd !== null) figures.push(dollars(run.cost_usd));
  // A run that used nothing has no cost either.
  else if (hasTokens) figures.push("cost unknown");
  return figures;
}

function tokenFigure({ input_tokens, output_tokens, is_estimated }: Run): string[] {
  if (input_tokens === null && output_tokens === null) return [];
  const words = `${tokens((input_tokens ?? 0) + (output_tokens ?? 0))} tokens`;
  return [is_estimated ? `${words} (estimated)` : words];
}

/** The requested run, else the one in progress, else the newest. */
export function selectedRun(runs: readonly Run[], asked: string | null): Run | undefined {
  return (
    runs.find((run) => run.id === asked) ??
    runs.findLast((run) => run.status === "running") ??
    runs.at(-1)
  );
}
