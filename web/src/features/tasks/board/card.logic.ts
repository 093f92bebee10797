import { cliLabel } from "@malamar/contract/cli.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { clockTime, counted, duration } from "#lib/format.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** No card is wide enough to show more than this in two lines; the rest would only cost layout. */
const MAX_SHOWN = 400;

type WorkFacts = Pick<
  TaskSummary,
  "is_processing" | "current_agent_name" | "current_run_started_at"
>;

/** Who works on it, and for how long by the minute; null when nobody does. */
export function workOf(task: WorkFacts, now: Date): { who: string; since: string | null } | null {
  const { current_agent_name: who, current_run_started_at: startedAt } = task;
  if (who === null) return task.is_processing ? { who: "Starting", since: null } : null;
  if (startedAt === null) return { who, since: null };
  const age = now.getTime() - Date.parse(startedAt);
  // The page's clock moves by the minute: seconds would stand still.
  return { who, since: age < MINUTE ? "just started" : duration(age) };
}

type TroubleFacts = Pick<
  TaskSummary,
  "status" | "is_processing" | "retry_at" | "wait_reason" | "wait_cli" | "last_error"
>;

export type Trouble =
  | { kind: "quota"; text: string }
  /** Until when it waits before it tries again, if it does. */
  | { kind: "failure"; text: string; retries: string | null };

/** What keeps a task from going on, or went wrong with it last. */
export function troubleOf(task: TroubleFacts, now: Date, locale?: string): Trouble | null {
  // What is done needs nobody any more.
  if (task.status === "done") return null;
  const until = waitsUntil(task, now, locale);
  if (until !== null && task.wait_reason === "quota") {
    const cli = task.wait_cli === null ? "CLI" : cliLabel(task.wait_cli);
    return { kind: "quota", text: `${cli} quota — resumes ${until}` };
  }
  if (task.last_error === null) return null;
  return {
    kind: "failure",
    text: shortened(task.last_error),
    retries: until === null ? null : `retries ${until}`,
  };
}

function waitsUntil(task: TroubleFacts, now: Date, locale?: string): string | null {
  if (task.is_processing || task.retry_at === null) return null;
  return Date.parse(task.retry_at) > now.getTime() ? clockTime(task.retry_at, now, locale) : null;
}

type Retention = Pick<Workspace, "auto_delete_done_tasks" | "retention_days">;

/** After how many days a workspace deletes what is done; null when it never does. */
export function retentionOf(workspace: Retention | undefined): number | null {
  if (workspace === undefined || !workspace.auto_delete_done_tasks) return null;
  return workspace.retention_days === 0 ? null : workspace.retention_days;
}

type DoneFacts = Pick<TaskSummary, "status" | "done_at">;

/** "deleted in 3 days", by the days of the reader's calendar. */
export function deletionOf(
  task: DoneFacts,
  retentionDays: number | null,
  now: Date,
): string | null {
  if (task.status !== "done" || task.done_at === null || retentionDays === null) return null;
  const due = new Date(Date.parse(task.done_at) + retentionDays * DAY);
  const days = (calendarDay(due) - calendarDay(now)) / DAY;
  return days <= 0 ? "deleted today" : `deleted in ${counted(days, "day")}`;
}

/** Midnight of that local day as if it were UTC, where every day has 24 hours. */
function calendarDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

export function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`;
}
