import { cliLabel } from "@malamar/contract/cli.ts";
import type { Spend, Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { clockTime, dollars, tokens } from "#lib/format.ts";

/** "3 of 15 since your last input". */
export function passWords(passes: number, workspace: Workspace | undefined): string {
  const most = workspace === undefined ? "" : ` of ${workspace.max_passes.toLocaleString()}`;
  return `${passes.toLocaleString()}${most} since your last input`;
}

/** "12.3k", "12.3k of 50k": what the guard for tokens counts. */
export function tokenWords(spend: Spend, most: number | null = null): string {
  const used = tokens(spend.input_tokens + spend.output_tokens);
  return most === null ? `${used} tokens` : `${used} of ${tokens(most)} tokens`;
}

/** "$0.12", "at least $0.12" where some runs told no cost, "cost unknown" where none did. */
export function costWords(spend: Spend, most: number | null = null): string {
  const limit = most === null ? "" : ` of ${dollars(most)}`;
  const { run_count: runs, unpriced_run_count: unpriced } = spend;
  if (runs > 0 && unpriced === runs) return most === null ? "cost unknown" : `cost unknown${limit}`;
  const atLeast = unpriced > 0 ? "at least " : "";
  return `${atLeast}${dollars(spend.cost_usd)}${limit}`;
}

/** "Claude Code quota — resumes 14:05", "Retries 14:05"; null when nothing is waited for. */
export function waitWords(
  { retry_at, wait_reason, wait_cli }: Pick<Task, "retry_at" | "wait_reason" | "wait_cli">,
  now: Date,
): string | null {
  if (retry_at === null) return null;
  const time = clockTime(retry_at, now);
  if (wait_reason !== "quota") return `Retries ${time}`;
  const whose = wait_cli === null ? "Quota" : `${cliLabel(wait_cli)} quota`;
  return `${whose} — resumes ${time}`;
}

/** The limits in time; null where there is none. */
export function timeLimitWords(
  workspace: Pick<Workspace, "run_timeout_minutes" | "idle_timeout_minutes">,
): string | null {
  const limits = [
    workspace.run_timeout_minutes > 0 && `${workspace.run_timeout_minutes} min a run`,
    workspace.idle_timeout_minutes > 0 && `${workspace.idle_timeout_minutes} min of silence`,
  ].filter((limit) => limit !== false);
  return limits.length === 0 ? null : limits.join(", ");
}

/** Why the directory may not be found yet; null when there is nothing to say. */
export function directoryHint(
  task: Pick<Task, "working_directory" | "spend" | "current_run_id">,
  workspace: Workspace | undefined,
): string | null {
  if (workspace === undefined) return null;
  if (task.working_directory === null) return "Name one in the workspace’s settings.";
  if (workspace.working_directory_mode === "static") return workspace.working_directory_warning;
  const hasBegun = task.spend.run_count > 0 || task.current_run_id !== null;
  return hasBegun ? null : "It is made when the first agent starts.";
}
