import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { AgentOutcome, TaskSummary, WaitReason } from "@malamar/contract/task.ts";
import { nextInPass } from "#domain/agent/next-in-pass.ts";

export type Member = Pick<Agent, "id" | "name" | "order">;

/** A run of the task. A higher `place` is a later one. */
export interface PastRun extends Pick<Run, "agent_id" | "status" | "action_type"> {
  place: number;
  /** Null in a chat only. */
  pass: number | null;
}

/** What determines where the team is with a task. */
interface Progress {
  /** The newest ones of the task, in any order. */
  runs: readonly PastRun[];
  wait_reason: WaitReason | null;
  /** The agent whose engine is waited for, or that it is any program of the team. */
  waits_for: string | null;
  /** A pass that waits in its middle. */
  parked: { number: number; served: readonly AgentId[] } | null;
}

type TeamProgress = Pick<TaskSummary, "pass" | "team">;

/** What each agent of the team did in the task's latest pass, and which one the task waits for. */
export function teamProgress(team: readonly Member[], progress: Progress): TeamProgress {
  const { runs, parked } = progress;
  const pass = Math.max(parked?.number ?? 0, ...runs.map((run) => run.pass ?? 0));
  const latest = new Map<AgentId | null, PastRun>();
  for (const run of runs) {
    if (run.pass !== pass) continue;
    const other = latest.get(run.agent_id);
    if (!other || other.place < run.place) latest.set(run.agent_id, run);
  }
  const waiting = waitedFor(team, progress);
  return {
    pass: pass === 0 ? null : pass,
    team: team.map(({ id, name }) => ({
      agent_id: id,
      name,
      outcome: id === waiting ? "waiting" : outcomeOf(latest.get(id)),
    })),
  };
}

/** A task that backs off waits for a time, not for an agent. */
function waitedFor(
  team: readonly Member[],
  { wait_reason, waits_for, parked }: Progress,
): AgentId | null {
  if (wait_reason === null || wait_reason === "backoff") return null;
  const isOfAgent = wait_reason === "engine" || wait_reason === "quota";
  const named = team.find(({ id }) => id === waits_for);
  if (isOfAgent && named) return named.id;
  return nextInPass(team, parked?.served ?? [])?.id ?? null;
}

/** Who was stopped by a person has not failed: the turn is still to come. */
function outcomeOf(run: PastRun | undefined): AgentOutcome | null {
  if (!run) return null;
  if (run.status === "running") return "running";
  if (run.action_type === null) return run.status === "succeeded" ? "done" : "failed";
  return OUTCOMES[run.action_type];
}

const OUTCOMES = {
  comment: "done",
  in_review: "done",
  skip: "skipped",
  error: "failed",
  cancelled: null,
} as const satisfies Record<NonNullable<Run["action_type"]>, AgentOutcome | null>;
