import { Ellipsis } from "lucide-react";
import { MenuButton } from "#components/menu-button.tsx";
import { openActionsOf } from "#features/tasks/actions/task-actions.logic.ts";
import type { useTaskActions } from "#features/tasks/actions/task-actions.tsx";

type TaskMenuProps = { actions: ReturnType<typeof useTaskActions> };

/** A task's rare and irreversible actions. */
export function TaskMenu({ actions: { task, items } }: TaskMenuProps) {
  const { menu } = openActionsOf(task.status);
  return (
    <span data-commands="This task">
      <MenuButton variant="ghost" size="icon" aria-label="More for this task" items={items(menu)}>
        <Ellipsis aria-hidden />
      </MenuButton>
    </span>
  );
}
