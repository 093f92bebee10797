import type { TaskStatus } from "@malamar/contract/task.ts";
import type { Actor } from "#domain/actor/actor.ts";

/**
 * What can be input to the team; nothing else done to a task ever is: no note, no edit of a
 * comment.
 */
export type TaskAct = { type: "comment"; on: TaskStatus } | { type: "move"; to: TaskStatus };

/**
 * Whether a person tells the team to continue, so that the loop resets its counts. It depends on
 * who does what, never on how they reached us.
 */
export function isHumanInput({ type }: Pick<Actor, "type">, act: TaskAct): boolean {
  switch (type) {
    case "user":
      return tellsToGoOn(act);
    case "agent":
    case "system":
    case "trigger":
      return false;
    default:
      return type satisfies never;
  }
}

function tellsToGoOn(act: TaskAct): boolean {
  switch (act.type) {
    case "comment":
      return act.on !== "done";
    case "move":
      return act.to === "todo";
    default:
      return act satisfies never;
  }
}
