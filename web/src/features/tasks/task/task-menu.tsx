import { CircleDashed, CircleStop, Ellipsis, Eye, Pause, Play, Trash2 } from "lucide-react";
import { CircleCheck, Flag, type LucideIcon } from "lucide-react";
import { useRef } from "react";
import { MenuButton } from "#components/menu-button.tsx";
import type { ActableTask } from "#features/tasks/actions/actable-task.ts";
import { labelOf } from "#features/tasks/actions/action-button.tsx";
import { menuOf, type TaskAction } from "#features/tasks/actions/task-actions.logic.ts";
import type { useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { useConnection } from "#lib/connection.ts";
import { useMenuCommands } from "#lib/menu-commands.ts";

const ICONS: Readonly<Record<TaskAction, LucideIcon>> = {
  delete: Trash2,
  prioritize: Flag,
  hold: Pause,
  cancel: CircleStop,
  stop: CircleStop,
  todo: CircleDashed,
  in_review: Eye,
  done: CircleCheck,
};

type TaskMenuProps = { actions: ReturnType<typeof useTaskActions> };

/** What is rarely done with a task, or cannot be undone. */
export function TaskMenu({ actions: { task, perform } }: TaskMenuProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { isOffline } = useConnection();
  const items = menuOf(task.status).map((action) => ({
    label: action === "delete" ? "Delete…" : labelOf(action, task),
    icon: iconOf(action, task),
    ...(action === "delete" && { tone: "danger" as const }),
    onSelect: () => perform(action, buttonRef.current),
  }));
  useMenuCommands("This task", items);
  return (
    <MenuButton
      ref={buttonRef}
      variant="ghost"
      size="icon"
      aria-label="More for this task"
      aria-disabled={isOffline}
      items={items}
    >
      <Ellipsis aria-hidden />
    </MenuButton>
  );
}

function iconOf(action: TaskAction, task: ActableTask): LucideIcon {
  return action === "hold" && task.is_on_hold ? Play : ICONS[action];
}
