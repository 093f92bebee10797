import type { Run } from "@malamar/contract/run.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { voiceOf } from "./timeline.logic.ts";

export type Review = {
  /** An agent says it is ready, or Malamar stopped the task before that. */
  kind: "ready" | "stopped";
  /** The run that asked for review, or null. */
  run: Run | null;
  /** The comment to read, or null if there is none. */
  comment: TaskComment | null;
};

/**
 * Why a task waits for the user: the last comment of the agent that asked for review, or Malamar's
 * reason if Malamar stopped the task after that.
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

/** The comment that says what failed before a limit stopped the task. Null if there is none. */
export function failureBefore(
  { kind, comment }: Review,
  comments: readonly TaskComment[],
  lastError: string | null,
): TaskComment | null {
  if (kind !== "stopped" || lastError === null) return null;
  const failure = comments.findLast(
    (other) => voiceOf(other) === "error" && other.content.startsWith(lastError),
  );
  return failure === undefined || failure.id === comment?.id ? null : failure;
}

function isMalamar(comment: TaskComment): boolean {
  const voice = voiceOf(comment);
  return voice === "system" || voice === "error";
}

/** The total working time of all runs, including the running ones until now. */
export function workedMs(runs: readonly Run[], now: Date): number {
  return runs.reduce((sum, { started_at, finished_at }) => {
    const end = finished_at === null ? now.getTime() : Date.parse(finished_at);
    return sum + Math.max(0, end - Date.parse(started_at));
  }, 0);
}

/** The number of passes over the task's life. */
export function passesOf(runs: readonly Run[]): number {
  return runs.reduce((most, { pass }) => Math.max(most, pass ?? 0), 0);
}
