import type { TaskSummary } from "@malamar/contract/task.ts";

/** As much of a task as its buttons need; a card knows no more. */
export type ActableTask = Pick<
  TaskSummary,
  "id" | "workspace_id" | "status" | "is_priority" | "is_on_hold" | "summary"
>;
