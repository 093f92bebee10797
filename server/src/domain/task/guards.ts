import type { GuardName, Spend } from "@malamar/contract/task.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";

/** A limit that was reached. */
export interface Tripped {
  guard: GuardName;
  /** The figure and the limit. Makes sense alone and after "Stopped after". */
  detail: string;
  /** The field that raises the limit, as the settings page labels it. */
  setting: string | null;
  /** What a person can do about it on a task. */
  advice: string;
}

/** Agents that repeat themselves for three passes will not say anything new in the fourth. */
const MOST_SAME_PASSES = 3;

/** Another pass would be one too many. */
export function passGuard(
  passes: number,
  { max_passes }: Pick<StoredWorkspace, "max_passes">,
): Tripped | null {
  if (passes < max_passes) return null;
  return {
    guard: "max_passes",
    detail: `${counted(passes, "pass", "passes")} without your input (limit ${max_passes})`,
    ...raisedBy("Max passes", "Comment to let the team continue"),
  };
}

/** Without a limit there is no need to add up the usage. */
export function limitsSpend({ max_cost_usd, max_tokens }: StoredWorkspace): boolean {
  return max_cost_usd !== null || max_tokens !== null;
}

/** The task has used its limit since the last human input. */
export function spendGuard(spend: Spend, workspace: StoredWorkspace): Tripped | null {
  const { max_cost_usd, max_tokens } = workspace;
  if (max_cost_usd !== null && spend.cost_usd >= max_cost_usd) {
    return {
      guard: "max_cost_usd",
      detail: `$${spend.cost_usd.toFixed(2)} without your input (limit $${max_cost_usd.toFixed(2)})`,
      ...raisedBy("Max cost", "Comment to let the team continue"),
    };
  }
  const tokens = spend.input_tokens + spend.output_tokens;
  if (max_tokens !== null && tokens >= max_tokens) {
    return {
      guard: "max_tokens",
      detail: `${tokens} tokens without your input (limit ${max_tokens})`,
      ...raisedBy("Max tokens", "Comment to let the team continue"),
    };
  }
  return null;
}

export function repetitionGuard(samePasses: number): Tripped | null {
  if (samePasses < MOST_SAME_PASSES) return null;
  return {
    guard: "no_progress",
    detail: `${samePasses} passes in a row with the same comments (limit ${MOST_SAME_PASSES})`,
    setting: null,
    advice: "Comment to say what the agents should do differently, or change their instructions.",
  };
}

/** Long enough for a short outage of a login service to pass; a missing login is still missing. */
const LONGEST_WITHOUT_USER_MINUTES = 15;
const LEAST_TRIES = 3;

/** Runs keep failing for a reason that only a person can fix. */
export function needsUserGuard(tries: number, ms: number, whatToDo: string): Tripped | null {
  const minutes = Math.floor(ms / 60_000);
  if (tries < LEAST_TRIES || minutes < LONGEST_WITHOUT_USER_MINUTES) return null;
  return {
    guard: "needs_user",
    detail: `${tries} failed attempts in ${minutes} minutes (limit ${LONGEST_WITHOUT_USER_MINUTES} minutes)`,
    setting: null,
    advice: `Retrying won't fix this. ${whatToDo} Then comment, or move the task to Todo.`,
  };
}

export function runTimeoutGuard(agentName: string, minutes: number): Tripped {
  return {
    guard: "run_timeout_minutes",
    detail: `${agentName} ran for ${counted(minutes, "minute", "minutes")} (limit ${minutes})`,
    ...raisedBy("Run timeout", "Comment to try again"),
  };
}

export function idleTimeoutGuard(agentName: string, minutes: number): Tripped {
  return {
    guard: "idle_timeout_minutes",
    detail: `${agentName}'s CLI was silent for ${counted(minutes, "minute", "minutes")} (limit ${minutes})`,
    ...raisedBy("Idle timeout", "Comment to try again"),
  };
}

/** Why the work ended, in words; the activity log has the name of the guard. */
export function stoppedAfter({ detail }: Pick<Tripped, "detail">): string {
  return `Stopped after ${detail}`;
}

/** What the person reads on the task. */
export function guardComment(tripped: Tripped): string {
  return `${stoppedAfter(tripped)}. ${tripped.advice}`;
}

function raisedBy(setting: string, otherwise: string): Pick<Tripped, "setting" | "advice"> {
  return { setting, advice: `${otherwise}, or raise ${setting} in the workspace settings.` };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
