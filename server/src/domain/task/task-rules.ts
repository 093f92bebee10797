import type { TaskStatus } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { AppError } from "#lib/app-error.ts";
import type { TaskRow } from "./task-store.ts";

/** Where a person may move a task: the buttons of its card. */
const MOVES: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  todo: [],
  in_progress: ["in_review"],
  in_review: ["todo", "done"],
  done: ["todo"],
};

export function requireMove(from: TaskStatus, to: TaskStatus): void {
  if (from === to) return;
  if (MOVES[from].includes(to)) return;
  const allowed = MOVES[from].map((status) => `${STATUS_LABELS[status]} (${status})`).join(" or ");
  const hint = allowed
    ? `It can be moved to ${allowed}.`
    : "Its team moves it when its turn comes; prioritize it to make it the next one.";
  throw new AppError(
    "CONFLICT",
    `A task in ${STATUS_LABELS[from]} cannot be moved to ${STATUS_LABELS[to]}. ${hint}`,
  );
}

export function requireInProgress({ status }: TaskRow, be: "cancelled" | "stopped"): void {
  if (status === "in_progress") return;
  throw new AppError("CONFLICT", `Only a task that is In Progress can be ${be}.`);
}

export function requireInTodo({ status }: TaskRow): void {
  if (status === "todo") return;
  throw new AppError("CONFLICT", "Only tasks in Todo have a pickup order.");
}

/** Checks that it can come after this task of its workspace. */
export function requireNeighbour(task: TaskRow, other: TaskRow | null): void {
  if (!other || other.workspace_id !== task.workspace_id || other.id === task.id) {
    throw new AppError("VALIDATION_ERROR", "after: must be another task of the same workspace");
  }
  if (other.status === "todo") return;
  throw new AppError("CONFLICT", "The task before it is no longer in Todo.");
}

export function isOpen(status: TaskStatus): boolean {
  return status === "todo" || status === "in_progress";
}

/** A person gave input: the loop resets its counts. */
export function afterHumanInput(task: TaskRow, now: string): TaskRow {
  return {
    ...task,
    pass_count: 0,
    failure_count: 0,
    ...NOT_WAITING,
    last_error: null,
    human_input_at: now,
    attention_at: null,
    loop_memory: {},
    tripped_guard: null,
  };
}

export const NOT_WAITING = {
  retry_at: null,
  wait_reason: null,
  wait_cli: null,
  wait_detail: null,
} as const;
