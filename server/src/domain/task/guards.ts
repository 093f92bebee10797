import type { GuardName, Spend } from "@malamar/contract/task.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";

/** A limit that was reached: which one, the figure, and what a person can do about it. */
export interface Tripped {
  guard: GuardName;
  detail: string;
  advice: string;
}

/** Three passes in which the agents say the same again will not be followed by a fourth that differs. */
const MOST_SAME_PASSES = 3;

/** Another pass would be one too many. */
export function passGuard(
  passes: number,
  { max_passes }: Pick<StoredWorkspace, "max_passes">,
): Tripped | null {
  if (passes < max_passes) return null;
  return {
    guard: "max_passes",
    detail: `${counted(passes, "pass", "passes")} since the last human input (limit ${max_passes})`,
    advice: `Comment to let the team go on, or raise max_passes in the workspace settings.`,
  };
}

/** Where nothing is limited, nobody has to add up what was spent. */
export function limitsSpend({ max_cost_usd, max_tokens }: StoredWorkspace): boolean {
  return max_cost_usd !== null || max_tokens !== null;
}

/** What was spent since the last human input is all that was allowed. */
export function spendGuard(spend: Spend, workspace: StoredWorkspace): Tripped | null {
  const { max_cost_usd, max_tokens } = workspace;
  if (max_cost_usd !== null && spend.cost_usd >= max_cost_usd) {
    return {
      guard: "max_cost_usd",
      detail: `$${spend.cost_usd.toFixed(2)} spent since the last human input (limit $${max_cost_usd.toFixed(2)})`,
      advice: "Comment to let the team go on, or raise max_cost_usd in the workspace settings.",
    };
  }
  const tokens = spend.input_tokens + spend.output_tokens;
  if (max_tokens !== null && tokens >= max_tokens) {
    return {
      guard: "max_tokens",
      detail: `${tokens} tokens used since the last human input (limit ${max_tokens})`,
      advice: "Comment to let the team go on, or raise max_tokens in the workspace settings.",
    };
  }
  return null;
}

export function repetitionGuard(samePasses: number): Tripped | null {
  if (samePasses < MOST_SAME_PASSES) return null;
  return {
    guard: "no_progress",
    detail: `the agents' comments were the same in ${samePasses} passes in a row (limit ${MOST_SAME_PASSES})`,
    advice: "Comment what they should do differently, or change their instructions.",
  };
}

/** A service that refuses logins for a moment is over by then; a login that is missing is still missing. */
const LONGEST_WITHOUT_USER_MINUTES = 15;
const LEAST_TRIES = 3;

/** Runs have failed for some time for a reason that only a person can mend. */
export function needsUserGuard(tries: number, ms: number, whatToDo: string): Tripped | null {
  const minutes = Math.floor(ms / 60_000);
  if (tries < LEAST_TRIES || minutes < LONGEST_WITHOUT_USER_MINUTES) return null;
  return {
    guard: "needs_user",
    detail: `${tries} tries within ${minutes} minutes failed for a reason that trying again does not mend (limit ${LONGEST_WITHOUT_USER_MINUTES} minutes)`,
    advice: `${whatToDo} Then comment, or move the task to Todo, to go on.`,
  };
}

export function runTimeoutGuard(agentName: string, minutes: number): Tripped {
  return {
    guard: "run_timeout_minutes",
    detail: `${agentName} was at work for ${counted(minutes, "minute", "minutes")} (limit ${minutes})`,
    advice: "Comment to try again, or raise run_timeout_minutes in the workspace settings.",
  };
}

export function idleTimeoutGuard(agentName: string, minutes: number): Tripped {
  return {
    guard: "idle_timeout_minutes",
    detail: `the CLI of ${agentName} wrote nothing for ${counted(minutes, "minute", "minutes")} (limit ${minutes})`,
    advice: "Comment to try again, or raise idle_timeout_minutes in the workspace settings.",
  };
}

/** What the person reads on the task. */
export function guardComment({ guard, detail, advice }: Tripped): string {
  return `Stopped by the guard ${guard}: ${detail}. ${advice}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
