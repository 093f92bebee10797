import type { TaskStatus } from "../task.ts";

/** The columns of the board, in their order. */
export const TASK_STATUSES = ["todo", "in_progress", "in_review", "done"] as const;

export const STATUS_LABELS: Readonly<Record<TaskStatus, string>> = {
  todo: "Todo",
  in_progress: "In Progress",
  in_review: "In Review",
  done: "Done",
};

export function isTaskStatus(text: unknown): text is TaskStatus {
  return TASK_STATUSES.some((status) => status === text);
}
