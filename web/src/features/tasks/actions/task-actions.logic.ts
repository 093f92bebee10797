import type { TaskStatus } from "@malamar/contract/task.ts";

export type TaskAction =
  "delete" | "prioritize" | "hold" | "cancel" | "todo" | "in_review" | "done";

/** The buttons of each status. */
const ACTIONS: Readonly<Record<TaskStatus, readonly TaskAction[]>> = {
  todo: ["delete", "hold", "prioritize"],
  in_progress: ["delete", "cancel", "in_review", "hold", "prioritize"],
  in_review: ["delete", "hold", "todo", "done"],
  done: ["delete", "todo"],
};

export function actionsOf(status: TaskStatus): readonly TaskAction[] {
  return ACTIONS[status];
}

export function canDo(status: TaskStatus, action: TaskAction): boolean {
  return ACTIONS[status].includes(action);
}

/** What a comment leads to, said before it is sent. */
export const COMMENT_EFFECTS: Readonly<Record<TaskStatus, string>> = {
  todo: "The team reads it when it is this task’s turn.",
  in_progress: "The next agent reads it, and the team goes on.",
  in_review: "A comment moves it back to Todo and the team goes on.",
  done: "A comment on a task that is Done starts nothing.",
};
