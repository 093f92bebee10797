import { STATUS_LABELS } from "@malamar/contract/task.ts";
import { CircleStop, Flag, FlagOff, Pause, Play, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { StatusIcon } from "#components/task-status.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { withKey } from "#features/tasks/key-hint.ts";
import type { ActableTask } from "./actable-task.ts";
import type { TaskAction } from "./task-actions.logic.ts";

type ActionButtonProps = {
  action: TaskAction;
  task: ActableTask;
  /** Something is being done. */
  isBusy: boolean;
  /** It is this one. */
  isUnderWay: boolean;
  onClick: () => void;
};

export function ActionButton({ action, task, isBusy, isUnderWay, onClick }: ActionButtonProps) {
  const label = labelOf(action, task);
  const button = (
    <WriteButton
      variant={action === "done" ? "primary" : "secondary"}
      isBusy={isBusy}
      {...(isUnderWay && { busyLabel: "Moving…" })}
      onClick={onClick}
      {...(hasKey(action) && { "data-shortcut": action })}
    >
      {!isMove(action) && iconOf(action, task)}
      {label}
    </WriteButton>
  );
  return hasKey(action) ? <Tooltip text={withKey(label, action)}>{button}</Tooltip> : button;
}

/** Only its icon, where there is no room for words. */
export function ActionIconButton({ action, task, isBusy, onClick }: ActionButtonProps) {
  const label = labelOf(action, task);
  return (
    <Tooltip text={label}>
      <WriteButton
        variant="ghost"
        size="icon"
        aria-label={label}
        isBusy={isBusy}
        onClick={onClick}
        className="size-6 rounded-sm"
      >
        {iconOf(action, task)}
      </WriteButton>
    </Tooltip>
  );
}

function isMove(action: TaskAction): action is "todo" | "in_review" | "done" {
  return action === "todo" || action === "in_review" || action === "done";
}

function hasKey(action: TaskAction): action is "prioritize" | "cancel" {
  return action === "prioritize" || action === "cancel";
}

export function labelOf(action: TaskAction, task: ActableTask): string {
  if (isMove(action)) return `Move to ${STATUS_LABELS[action]}`;
  if (action === "delete") return "Delete";
  if (action === "cancel") return "Stop";
  if (action === "stop") return "Stop and hold";
  if (action === "hold") return task.is_on_hold ? "Release" : "Hold";
  return task.is_priority ? "Remove Priority" : "Prioritize";
}

function iconOf(action: TaskAction, task: ActableTask): ReactNode {
  if (isMove(action)) return <StatusIcon status={action} />;
  if (action === "delete") return <Trash2 aria-hidden />;
  if (action === "cancel" || action === "stop") return <CircleStop aria-hidden />;
  if (action === "hold") return task.is_on_hold ? <Play aria-hidden /> : <Pause aria-hidden />;
  return task.is_priority ? <FlagOff aria-hidden /> : <Flag aria-hidden />;
}
