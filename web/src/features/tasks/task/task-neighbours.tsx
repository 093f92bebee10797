import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { ChevronDown, ChevronUp, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useLoadedTasks } from "#features/tasks/lists/use-loaded-tasks.ts";
import { SHORTCUTS } from "#lib/shortcuts.logic.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { withKey } from "#features/tasks/key-hint.ts";
import { boardSearchOf, neighboursOf } from "./task-address.logic.ts";

type TaskNeighboursProps = { taskId: TaskId; workspaceId: WorkspaceId };

/** Goes to the next or previous task without returning to the board. */
export function TaskNeighbours({ taskId, workspaceId }: TaskNeighboursProps) {
  const tasks = useLoadedTasks(workspaceId, taskId);
  const { previous, next } = neighboursOf(tasks, taskId);
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search] = useSearchParams();
  // Two quick key presses are two steps: the second does not wait for the first to render.
  const wanted = useRef(taskId);
  useEffect(() => {
    wanted.current = taskId;
  }, [taskId]);
  const step = (way: "previous" | "next") => {
    const task = neighboursOf(tasks, wanted.current)[way];
    if (task === undefined) return;
    wanted.current = task.id;
    const pathname = `/workspaces/${workspaceId}/tasks/${task.id}`;
    void navigate({ pathname, search: boardSearchOf(search) }, { replace: true, state });
  };
  useShortcuts({ previous_task: () => step("previous"), next_task: () => step("next") });
  return (
    <div className="flex pointer-coarse:gap-3">
      <StepButton
        icon={ChevronUp}
        shortcut="previous_task"
        isBlocked={previous === undefined}
        onClick={() => step("previous")}
      />
      <StepButton
        icon={ChevronDown}
        shortcut="next_task"
        isBlocked={next === undefined}
        onClick={() => step("next")}
      />
    </div>
  );
}

type StepButtonProps = {
  icon: LucideIcon;
  shortcut: "previous_task" | "next_task";
  isBlocked: boolean;
  onClick: () => void;
};

function StepButton({ icon: Icon, shortcut, isBlocked, onClick }: StepButtonProps) {
  const { label } = SHORTCUTS[shortcut];
  return (
    <Tooltip text={withKey(label, shortcut)}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        aria-disabled={isBlocked}
        onClick={onClick}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
