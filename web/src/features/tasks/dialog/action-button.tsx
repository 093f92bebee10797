import { STATUS_LABELS, type Task } from "@malamar/contract/task.ts";
import { CircleStop, Flag, FlagOff, Trash2, type LucideIcon } from "lucide-react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { withKey } from "./key-hint.ts";
import type { TaskAction } from "./task-actions.logic.ts";

type ActionButtonProps = {
  action: TaskAction;
  task: Task;
  /** Something is being done. */
  isBusy: boolean;
  /** It is this one. */
  isUnderWay: boolean;
  onClick: () => void;
};

export function ActionButton({ action, task, isBusy, isUnderWay, onClick }: ActionButtonProps) {
  const { label, icon: Icon } = looksOf(action, task);
  const button = (
    <WriteButton
      variant={action === "done" ? "primary" : "secondary"}
      isBusy={isBusy}
      {...(isUnderWay && { busyLabel: "Moving…" })}
      onClick={onClick}
      {...(hasKey(action) && { "data-shortcut": action })}
    >
      {Icon && <Icon aria-hidden className={action === "cancel" ? "max-sm:hidden" : ""} />}
      <span className={action === "delete" ? "max-sm:sr-only" : ""}>{label}</span>
    </WriteButton>
  );
  return hasKey(action) ? <Tooltip text={withKey(label, action)}>{button}</Tooltip> : button;
}

function hasKey(action: TaskAction): action is "prioritize" | "cancel" {
  return action === "prioritize" || action === "cancel";
}

function looksOf(action: TaskAction, task: Task): { label: string; icon?: LucideIcon } {
  switch (action) {
    case "delete":
      return { label: "Delete", icon: Trash2 };
    case "cancel":
      return { label: "Cancel", icon: CircleStop };
    case "prioritize":
      return task.is_priority
        ? { label: "Remove Priority", icon: FlagOff }
        : { label: "Prioritize", icon: Flag };
    case "todo":
    case "in_review":
    case "done":
      return { label: `Move to ${STATUS_LABELS[action]}` };
    default:
      return action satisfies never;
  }
}
