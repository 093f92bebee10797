import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus, WaitReason } from "@malamar/contract/task.ts";

/** A queued item with what decides about its turn. */
export interface Candidate {
  item_id: string;
  task_id: TaskId;
  task_status: TaskStatus;
  is_priority: boolean;
  /** Of the item: when it was queued or bumped. */
  updated_at: string;
  /** Of the task: what it waits for, and until when where that is a time. */
  wait_reason: WaitReason | null;
  retry_at: string | null;
  /** When the newest completed or failed item of the task ended. */
  last_processed_at: string | null;
}

/**
 * Whose turn it is: a prioritized task, else the one that was worked last (finish what was begun),
 * else the newest request. Never one that waits.
 */
export function pickNext(queued: readonly Candidate[], now: string): Candidate | undefined {
  return queued.filter((candidate) => isDue(candidate, now)).toSorted(byTurn)[0];
}

/**
 * Whether a task may be picked up: who waits for a time, when that has come; who waits for something
 * else, when that has ended the wait. The same for SQL stands below.
 */
function isDue({ task_status, wait_reason, retry_at }: Candidate, now: string): boolean {
  const isOpen = task_status === "todo" || task_status === "in_progress";
  const isTimed = wait_reason === null || TIMED_WAITS.includes(wait_reason);
  return isOpen && isTimed && (retry_at === null || retry_at <= now);
}

const TIMED_WAITS: readonly WaitReason[] = ["backoff", "quota"];

/** For the table that the statement calls so, and the time that it calls $now. */
export function isDueSql(as: string): string {
  const timed = TIMED_WAITS.map((reason) => `'${reason}'`).join(", ");
  return `${as}.status IN ('todo', 'in_progress')
    AND (${as}.wait_reason IS NULL OR ${as}.wait_reason IN (${timed}))
    AND (${as}.retry_at IS NULL OR ${as}.retry_at <= $now)`;
}

function byTurn(a: Candidate, b: Candidate): number {
  return (
    Number(b.is_priority) - Number(a.is_priority) ||
    newestFirst(a.last_processed_at ?? "", b.last_processed_at ?? "") ||
    newestFirst(a.updated_at, b.updated_at)
  );
}

/** Times are ISO strings of one form, so their order is the order of their letters. */
function newestFirst(a: string, b: string): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}
