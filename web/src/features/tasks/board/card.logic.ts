import type { TaskSummary } from "@malamar/contract/task.ts";
import { waitWords, type WaitFacts } from "#features/tasks/waits.logic.ts";
import { duration, localTimes } from "#lib/format.ts";
import { shortened } from "#lib/short-text.logic.ts";

const MINUTE = 60_000;

/** No card shows more than this in two lines. The rest would only cost layout time. */
export const MAX_SHOWN = 400;

type WorkFacts = Pick<
  TaskSummary,
  "is_processing" | "current_agent_name" | "current_run_started_at"
>;

export type Work = { who: string; since: string | null };

/** The agent at work and its time in minutes. Null if there is none. */
export function workOf(task: WorkFacts, now: Date): Work | null {
  const { current_agent_name: who, current_run_started_at: startedAt } = task;
  if (who === null) return task.is_processing ? { who: "Starting", since: null } : null;
  if (startedAt === null) return { who, since: null };
  const age = now.getTime() - Date.parse(startedAt);
  // The page's clock ticks once a minute, so seconds would stand still.
  return { who, since: age < MINUTE ? "just started" : duration(age) };
}

type TroubleFacts = WaitFacts & Pick<TaskSummary, "status" | "last_error">;

export type Trouble =
  /** It continues when what it waits for is available. */
  | { kind: "wait"; text: string }
  /** `retries`: the time of the next attempt, if there is one. */
  | { kind: "failure"; text: string; retries: string | null };

/** What keeps a task from continuing, or its last error. */
export function troubleOf(task: TroubleFacts, now: Date, locale?: string): Trouble | null {
  // A done task needs nobody.
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
