import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleStop,
  Eye,
  Flag,
  FlagOff,
  Pause,
  Play,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import type { ActableTask } from "./actable-task.ts";
import { isMove, type TaskAction } from "./task-actions.logic.ts";

type Facts = Pick<ActableTask, "is_on_hold" | "is_priority">;

export function labelOf(action: TaskAction, task: Facts): string {
  if (isMove(action)) return `Move to ${STATUS_LABELS[action]}`;
  if (action === "delete") return "Delete…";
  if (action === "cancel") return "Cancel task…";
  if (action === "stop") return "Stop";
  if (action === "hold") return task.is_on_hold ? "Release" : "Hold";
  return task.is_priority ? "Remove Priority" : "Prioritize";
}

export function iconOf(action: TaskAction, task: Facts): LucideIcon {
  return ICONS[signOf(action, task)];
}

/** An action that is already done shows its opposite. */
export function signOf(action: TaskAction, task: Facts): keyof typeof ICONS {
  if (action === "hold" && task.is_on_hold) return "release";
  return action === "prioritize" && task.is_priority ? "deprioritize" : action;
}

export const ICONS = {
  todo: CircleDashed,
  in_review: Eye,
  done: CircleCheck,
  hold: Pause,
  release: Play,
  prioritize: Flag,
  deprioritize: FlagOff,
  stop: CircleStop,
  cancel: Ban,
  delete: Trash2,
} as const satisfies Record<TaskAction | "release" | "deprioritize", LucideIcon>;
