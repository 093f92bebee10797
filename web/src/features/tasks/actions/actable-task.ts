import type { TaskSummary } from "@malamar/contract/task.ts";

/** The fields of a task that its buttons need, all of which a card has. */
export type ActableTask = Pick<
  TaskSummary,
  "id" | "workspace_id" | "status" | "is_priority" | "is_on_hold" | "summary"
>;
