import type { AgentId, TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus, WaitReason } from "@malamar/contract/task.ts";

/** A queued item with everything that decides its turn. */
export interface Candidate {
  item_id: string;
  task_id: TaskId;
  /** Only this agent runs; null for the whole team. */
  asks_agent_id: AgentId | null;
  task_status: TaskStatus;
  is_priority: boolean;
  /** Of the task: its place in Todo. */
  position: number;
  is_on_hold: boolean;
  /** Of its workspace. */
  is_paused: boolean;
  /** Of the task: what it waits for, and until when if a time is known. */
  wait_reason: WaitReason | null;
  retry_at: string | null;
  /** When the newest completed or failed item of the task ended. */
  last_processed_at: string | null;
}

/**
 * Whose turn it is: a prioritized task, else the one In Progress that was worked on last (finish
 * before starting the next), else the first in Todo. Never one that waits, is on hold, or is in a
 * paused workspace.
 */
export function pickNext(queued: readonly Candidate[], now: string): Candidate | undefined {
  return queued.filter((candidate) => isDue(candidate, now)).toSorted(byTurn)[0];
}

/**
 * Whether a task may be picked up: one that waits for a time, once that time has come; one that
 * waits for something else, once its wait has ended. The queue's store has the same rule in SQL.
 */
function isDue(candidate: Candidate, now: string): boolean {
  const { task_status, is_on_hold, is_paused, wait_reason, retry_at } = candidate;
  if (is_on_hold || is_paused) return false;
  const isOpen = task_status === "todo" || task_status === "in_progress";
  const isTimed = wait_reason === null || TIMED_WAITS.includes(wait_reason);
  return isOpen && isTimed && (retry_at === null || retry_at <= now);
}

export const TIMED_WAITS: readonly WaitReason[] = ["backoff", "quota"];

function byTurn(a: Candidate, b: Candidate): number {
  return (
    Number(b.is_priority) - Number(a.is_priority) ||
    Number(isBegun(b)) - Number(isBegun(a)) ||
    (isBegun(a)
      ? newestFirst(a.last_processed_at ?? "", b.last_processed_at ?? "")
      : a.position - b.position)
  );
}

function isBegun({ task_status }: Candidate): boolean {
  return task_status === "in_progress";
}

/** Times are ISO strings in one format, so they sort as text. */
function newestFirst(a: string, b: string): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}
