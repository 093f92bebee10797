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

/** The buttons of each status, and the further actions in its menu. */
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

/** The most common actions fit on a card. The rest are in its menu. */
const ON_CARDS: readonly TaskAction[] = ["prioritize", "hold"];

export function cardActionsOf(status: TaskStatus) {
  const { buttons, menu } = ACTIONS[status];
  return {
    buttons: ON_CARDS.filter((action) => buttons.includes(action)),
    menu: [...buttons.filter((action) => !ON_CARDS.includes(action)), ...menu],
  };
}

/** The actions shown with the team's result, at the top of an open task. */
const IN_RESULT: readonly TaskAction[] = ["done"];

/** The few buttons of an open task. Rare and irreversible actions are in its menu. */
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

/** The effect of a comment, shown before it is sent. */
export const COMMENT_EFFECTS: Readonly<Record<TaskStatus, string>> = {
  todo: "The team reads this when it picks the task up.",
  in_progress: "The next agent to run reads this.",
  in_review: "Commenting sends this back to the team.",
  done: "Notes don't restart work. To continue, move the task to Todo.",
};
