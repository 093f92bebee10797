import type { Run } from "@malamar/contract/run.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { voiceOf } from "./timeline.logic.ts";

export type Review = {
  /** Ready by the word of an agent, or stopped by Malamar before that. */
  kind: "ready" | "stopped";
  /** Who asked for the review; null where nobody did. */
  run: Run | null;
  /** What there is to read; null when it was handed over without a word. */
  comment: TaskComment | null;
};

/**
 * Why a task waits for a person: what the agent that asked for review said last. Where Malamar itself
 * stopped the task after that, its reason.
 */
export function reviewOf(comments: readonly TaskComment[], runs: readonly Run[]): Review {
  const told = comments.filter(({ deleted_at }) => deleted_at === null);
  const run = runs.findLast(({ action_type }) => action_type === "in_review") ?? null;
  const last = told.findLast((comment) => !comment.is_note);
  if (last !== undefined && isMalamar(last)) return { kind: "stopped", run: null, comment: last };
  const comment =
    told.findLast(({ run_id }) => run !== null && run_id === run.id) ??
    told.findLast((other) => voiceOf(other) === "agent") ??
    null;
  return { kind: "ready", run, comment };
}

function isMalamar(comment: TaskComment): boolean {
  const voice = voiceOf(comment);
  return voice === "system" || voice === "error";
}

/** How long agents have worked, all runs together, those under way up to now. */
export function workedMs(runs: readonly Run[], now: Date): number {
  return runs.reduce((sum, { started_at, finished_at }) => {
    const end = finished_at === null ? now.getTime() : Date.parse(finished_at);
    return sum + Math.max(0, end - Date.parse(started_at));
  }, 0);
}

/** How many passes the team has made over the life of the task. */
export function passesOf(runs: readonly Run[]): number {
  return runs.reduce((most, { pass }) => Math.max(most, pass ?? 0), 0);
}
