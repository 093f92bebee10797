import type { TaskStatus } from "@malamar/contract/task.ts";
import type { Actor } from "#domain/actor/actor.ts";

/** What somebody does to a task. */
export type TaskAct =
  | { type: "comment"; on: TaskStatus }
  | { type: "move"; to: TaskStatus }
  | { type: "create" | "edit" | "prioritize" | "cancel" | "delete" };

/**
 * Whether a person tells the team to go on, so that the loop starts to count anew. It depends on who
 * does what, never on the door they came through.
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
    case "create":
    case "edit":
    case "prioritize":
    case "cancel":
    case "delete":
      return false;
    default:
      return act satisfies never;
  }
}
