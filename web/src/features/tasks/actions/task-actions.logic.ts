import type { TaskStatus } from "@malamar/contract/task.ts";

export type TaskAction =
  | "delete"
  | "prioritize"
  | "hold"
  | "stop"
  | "cancel"
  | "todo"
  | "in_review"
  | "done";

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

/** What the result of the team, on top of the open task, is decided with. */
const IN_RESULT: readonly TaskAction[] = ["done"];

/** On an open task: few buttons, and in its menu what is rare or cannot be undone. */
export function openActionsOf(status: TaskStatus) {
  const { buttons, menu } = ACTIONS[status];
  const rare =
    status === "in_review" ? buttons : buttons.filter((action) => action === "in_review");
  return {
    buttons: buttons.filter((action) => !rare.includes(action)),
    menu: [...rare.filter((action) => !IN_RESULT.includes(action)), ...menu],
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
  todo: "The team reads this when it picks the task up.",
  in_progress: "The next agent to run reads this.",
  in_review: "Commenting sends this back to the team.",
  done: "A note starts nothing. Move the task to Todo to have it worked on.",
};
