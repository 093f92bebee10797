import type { TaskStatus } from "@malamar/contract/task.ts";

export type TaskAction =
  "delete" | "prioritize" | "hold" | "stop" | "cancel" | "todo" | "in_review" | "done";

/** The buttons of each status, and what its menu has besides. */
const ACTIONS: Readonly<
  Record<TaskStatus, { buttons: readonly TaskAction[]; menu: readonly TaskAction[] }>
> = {
  todo: { buttons: ["hold", "prioritize"], menu: ["delete"] },
  in_progress: {
    buttons: ["stop", "in_review", "hold", "prioritize"],
    menu: ["cancel", "delete"],
  },
  in_review: { buttons: ["hold", "todo", "done"], menu: ["delete"] },
  done: { buttons: ["todo"], menu: ["delete"] },
};

export function actionsOf(status: TaskStatus) {
  return ACTIONS[status];
}

/** On a card there is room for what is wanted most; the rest is in its menu. */
const ON_CARDS: readonly TaskAction[] = ["prioritize", "hold"];

export function cardActionsOf(status: TaskStatus) {
  const { buttons, menu } = ACTIONS[status];
  return {
    buttons: ON_CARDS.filter((action) => buttons.includes(action)),
    menu: [...buttons.filter((action) => !ON_CARDS.includes(action)), ...menu],
  };
}

export function canDo(status: TaskStatus, action: TaskAction): boolean {
  const { buttons, menu } = ACTIONS[status];
  return buttons.includes(action) || menu.includes(action);
}

export function isMove(action: TaskAction): action is "todo" | "in_review" | "done" {
  return action === "todo" || action === "in_review" || action === "done";
}

/** What a comment leads to, said before it is sent. */
export const COMMENT_EFFECTS: Readonly<Record<TaskStatus, string>> = {
  todo: "The team reads it when it is this task’s turn.",
  in_progress: "The next agent reads it, and the team goes on.",
  in_review: "A comment moves it back to Todo and the team goes on.",
  done: "A comment on a task that is Done starts nothing.",
};
