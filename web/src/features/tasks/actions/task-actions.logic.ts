import type { TaskStatus } from "@malamar/contract/task.ts";

export type TaskAction =
  "delete" | "prioritize" | "hold" | "cancel" | "stop" | "todo" | "in_review" | "done";

/** What can be done in each status. */
const ACTIONS: Readonly<Record<TaskStatus, readonly TaskAction[]>> = {
  todo: ["delete", "hold", "prioritize"],
  in_progress: ["delete", "cancel", "in_review", "hold", "prioritize"],
  in_review: ["delete", "hold", "todo", "done"],
  done: ["delete", "todo"],
};

export function actionsOf(status: TaskStatus): readonly TaskAction[] {
  return ACTIONS[status];
}

/** In the … menu of an open task: what is rare, or cannot be undone, which stands last. */
const IN_MENU: Readonly<Record<TaskStatus, readonly TaskAction[]>> = {
  todo: ["delete"],
  in_progress: ["stop", "in_review", "delete"],
  in_review: ["todo", "hold", "delete"],
  done: ["delete"],
};

/** What the result of the team, on top of the task, is decided with. */
const IN_REVIEW: readonly TaskAction[] = ["done"];

export function menuOf(status: TaskStatus): readonly TaskAction[] {
  return IN_MENU[status];
}

/** The buttons of an open task. */
export function buttonsOf(status: TaskStatus): readonly TaskAction[] {
  const elsewhere = status === "in_review" ? [...IN_MENU[status], ...IN_REVIEW] : IN_MENU[status];
  return ACTIONS[status].filter((action) => !elsewhere.includes(action));
}

export function canDo(status: TaskStatus, action: TaskAction): boolean {
  return ACTIONS[status].includes(action) || IN_MENU[status].includes(action);
}

/** What a comment leads to, said before it is sent. */
export const COMMENT_EFFECTS: Readonly<Record<TaskStatus, string>> = {
  todo: "The team reads this when it picks the task up.",
  in_progress: "The next agent to run reads this.",
  in_review: "Commenting sends this back to the team.",
  done: "A note starts nothing. Move the task to Todo to have it worked on.",
};
