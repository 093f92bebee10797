import { STATUS_LABELS } from "@malamar/contract/task.ts";
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
  if (action === "hold") return task.is_on_hold ? Play : Pause;
  if (action === "prioritize") return task.is_priority ? FlagOff : Flag;
  return ICONS[action];
}

const ICONS: Readonly<Record<Exclude<TaskAction, "hold" | "prioritize">, LucideIcon>> = {
  todo: CircleDashed,
  in_review: Eye,
  done: CircleCheck,
  stop: CircleStop,
  cancel: Ban,
  delete: Trash2,
};
