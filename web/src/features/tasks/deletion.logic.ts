import type { TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";

const DAY = 24 * 60 * 60_000;

type Retention = Pick<Workspace, "auto_delete_done_tasks" | "retention_days">;

/** After how many days a workspace deletes done tasks. Null if it never does. */
export function retentionOf(workspace: Retention | undefined): number | null {
  if (workspace === undefined || !workspace.auto_delete_done_tasks) return null;
  return workspace.retention_days === 0 ? null : workspace.retention_days;
}

type DoneFacts = Pick<TaskSummary, "status" | "done_at">;

/** "kept until 23 Nov", on the reader's calendar, with the year unless it is the current one. */
export function keptUntil(task: DoneFacts, retentionDays: number | null, now: Date): string | null {
  if (task.status !== "done" || task.done_at === null || retentionDays === null) return null;
  const end = new Date(Date.parse(task.done_at) + retentionDays * DAY);
  // An overdue task is deleted by the next sweep.
  if (end.toDateString() === now.toDateString() || end < now) return "kept until today";
  const isThisYear = end.getFullYear() === now.getFullYear();
  return `kept until ${(isThisYear ? DAY_AND_MONTH : WITH_YEAR).format(end)}`;
}

const DAY_AND_MONTH = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const WITH_YEAR = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
});
