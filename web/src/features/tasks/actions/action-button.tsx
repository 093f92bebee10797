import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { withKey } from "#features/tasks/key-hint.ts";
import type { ActableTask } from "./actable-task.ts";
import { ICONS, labelOf, signOf } from "./action-words.ts";
import { isMove, type TaskAction } from "./task-actions.logic.ts";

type ActionIconButtonProps = {
  action: TaskAction;
  task: ActableTask;
  /** Some action is in progress. */
  isBusy: boolean;
  /** This action is in progress. */
  isUnderWay: boolean;
  onClick: () => void;
};

type ActionButtonProps = ActionIconButtonProps & {
  /** Someone reaches for it. */
  onNear: () => void;
};

export function ActionButton(props: ActionButtonProps) {
  const { action, task, isBusy, isUnderWay, onNear, onClick } = props;
  const label = labelOf(action, task);
  const Icon = ICONS[signOf(action, task)];
  const button = (
    <WriteButton
      variant={action === "done" ? "primary" : "secondary"}
      isBusy={isBusy}
      {...(isUnderWay && { busyLabel: "Moving…" })}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onClick}
      {...(hasKey(action) && { "data-shortcut": action })}
    >
      {!isMove(action) && <Icon aria-hidden />}
      {label}
    </WriteButton>
  );
  return hasKey(action) ? <Tooltip text={withKey(label, action)}>{button}</Tooltip> : button;
}

/** Only the icon, where words do not fit. */
export function ActionIconButton({ action, task, isBusy, onClick }: ActionIconButtonProps) {
  const label = labelOf(action, task);
  const Icon = ICONS[signOf(action, task)];
  return (
    <Tooltip text={action === "prioritize" ? withKey(label, action) : label}>
      <WriteButton
        variant="ghost"
        size="icon"
        aria-label={label}
        isBusy={isBusy}
        onClick={onClick}
        className="size-6 rounded-sm"
      >
        <Icon aria-hidden />
      </WriteButton>
    </Tooltip>
  );
}

function hasKey(action: TaskAction): action is "prioritize" | "stop" {
  return action === "prioritize" || action === "stop";
}
