import type { TaskSummary } from "@malamar/contract/task.ts";
import { waitWords, type WaitFacts } from "#features/tasks/waits.logic.ts";
import { duration, localTimes } from "#lib/format.ts";
import { shortened } from "#lib/short-text.logic.ts";

const MINUTE = 60_000;

/** No card is wide enough to show more than this in two lines; the rest would only cost layout. */
export const MAX_SHOWN = 400;

type WorkFacts = Pick<
  TaskSummary,
  "is_processing" | "current_agent_name" | "current_run_started_at"
>;

export type Work = { who: string; since: string | null };

/** Who works on it, and for how long by the minute; null when nobody does. */
export function workOf(task: WorkFacts, now: Date): Work | null {
  const { current_agent_name: who, current_run_started_at: startedAt } = task;
  if (who === null) return task.is_processing ? { who: "Starting", since: null } : null;
  if (startedAt === null) return { who, since: null };
  const age = now.getTime() - Date.parse(startedAt);
  // The page's clock moves by the minute: seconds would stand still.
  return { who, since: age < MINUTE ? "just started" : duration(age) };
}

type TroubleFacts = WaitFacts & Pick<TaskSummary, "status" | "last_error">;

export type Trouble =
  /** It goes on when what it waits for is there. */
  | { kind: "wait"; text: string }
  /** Until when it waits before it tries again, if it does. */
  | { kind: "failure"; text: string; retries: string | null };

/** What keeps a task from going on, or went wrong with it last. */
export function troubleOf(task: TroubleFacts, now: Date, locale?: string): Trouble | null {
  // What is done needs nobody any more.
  if (task.status === "done") return null;
  const wait = waitWords(task, now, locale);
  if (wait !== null && task.wait_reason !== "backoff") return { kind: "wait", text: wait };
  if (task.last_error === null) return null;
  return {
    kind: "failure",
    text: shortened(localTimes(task.last_error, now, locale), MAX_SHOWN),
    retries: wait === null ? null : wait.toLowerCase(),
  };
}
