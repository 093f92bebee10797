import type { TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { counted } from "#lib/format.ts";

const DAY = 24 * 60 * 60_000;

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
