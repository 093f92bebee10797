import type { Spend, Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { COUNTING, dollars, tokens } from "#lib/format.ts";

/** "3 of 15 since your last input". */
export function passWords(
  passes: number,
  workspace: Pick<Workspace, "max_passes"> | undefined,
): string {
  // The limit may have been lowered meanwhile.
  const isWithin = workspace !== undefined && passes <= workspace.max_passes;
  const most = isWithin ? ` of ${workspace.max_passes.toLocaleString()}` : "";
  return `${passes.toLocaleString()}${most} since your last input`;
}

/**
 * Tokens and cost so far, with their limits. "counting…" while a run is in progress and nothing is
 * known yet: most CLIs report the cost at the end, if at all.
 */
export function spendWords(
  spend: Spend,
  { current_run_id }: Pick<Task, "current_run_id">,
  limits: Partial<Pick<Workspace, "max_tokens" | "max_cost_usd">> = {},
): string[] {
  const { max_tokens = null, max_cost_usd = null } = limits;
  const hasTokens = spend.input_tokens + spend.output_tokens > 0;
  const hasCost = spend.unpriced_run_count < spend.run_count;
  const isAtWork = current_run_id !== null;
  const words = [
    ...(hasTokens || hasCost || !isAtWork
      ? [tokenWords(spend, max_tokens)]
      : countingOf(max_tokens && `${tokens(max_tokens)} tokens`)),
    ...(hasCost || !isAtWork
      ? [costWords(spend, max_cost_usd)]
      : countingOf(max_cost_usd && dollars(max_cost_usd))),
  ];
  return words.length === 0 ? [COUNTING] : words;
}

/** A figure without a limit is not mentioned until it is known. */
function countingOf(limit: string | 0 | null): string[] {
  return limit ? [`${COUNTING} of ${limit}`] : [];
}

/** "12.3k tokens", "12.3k of 50k tokens (estimated)": what the token limit counts. */
export function tokenWords(spend: Spend, most: number | null = null): string {
  const used = tokens(spend.input_tokens + spend.output_tokens);
  const words = most === null ? `${used} tokens` : `${used} of ${tokens(most)} tokens`;
  return spend.estimated_run_count > 0 ? `${words} (estimated)` : words;
}

/** "$0.12", "at least $0.12" if some runs reported no cost, "cost unknown" if none did. */
export function costWords(spend: Spend, most: number | null = null): string {
  const limit = most === null ? "" : ` of ${dollars(most)}`;
  const { run_count: runs, unpriced_run_count: unpriced } = spend;
  if (runs > 0 && unpriced === runs) return most === null ? "cost unknown" : `cost unknown${limit}`;
  const atLeast = unpriced > 0 ? "at least " : "";
  return `${atLeast}${dollars(spend.cost_usd)}${limit}`;
}

/** The time limits. Null if there are none. */
export function timeLimitWords(
  workspace: Pick<Workspace, "run_timeout_minutes" | "idle_timeout_minutes">,
): string | null {
  const limits = [
    workspace.run_timeout_minutes > 0 && `${workspace.run_timeout_minutes} min per run`,
    workspace.idle_timeout_minutes > 0 && `idle timeout ${workspace.idle_timeout_minutes} min`,
  ].filter((limit) => limit !== false);
  return limits.length === 0 ? null : limits.join(", ");
}

/** Whether nobody was asked yet if Malamar may store what its tasks change in their folder. */
export function isUnrecorded(workspace: Workspace | undefined): workspace is Workspace {
  return workspace?.working_directory_mode === "static" && !workspace.checkpoints;
}

type Place = Pick<Worktree, "state" | "problem">;

/** Why the directory may not exist, or what is wrong with it. Null if nothing is. */
export function directoryHint(
  task: Pick<Task, "working_directory" | "spend" | "current_run_id">,
  workspace: Workspace | undefined,
  /** The task's own. Null if it has none, undefined while that is not known. */
  worktree: Place | null | undefined,
): string | null {
  if (workspace === undefined) return null;
  if (workspace.working_directory_mode === "git") return worktreeHint(task, worktree);
  if (task.working_directory === null) return "Set one in the workspace settings.";
  if (workspace.working_directory_mode === "static") return workspace.working_directory_warning;
  return hasBegun(task) ? null : "Created when the first agent starts.";
}

function worktreeHint(
  task: Pick<Task, "spend" | "current_run_id">,
  worktree: Place | null | undefined,
): string | null {
  if (worktree === undefined) return null;
  if (worktree === null) {
    return hasBegun(task)
      ? "Removed. The next run recreates it."
      : "Created when the first agent starts.";
  }
  if (worktree.state === "missing") {
    return "Missing. The next run restores it from the latest checkpoint.";
  }
  if (worktree.state === "creating" && worktree.problem === null) return "Creating…";
  return worktree.problem;
}

const hasBegun = ({ spend, current_run_id }: Pick<Task, "spend" | "current_run_id">) =>
  spend.run_count > 0 || current_run_id !== null;
