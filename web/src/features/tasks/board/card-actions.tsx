import type { TaskSummary } from "@malamar/contract/task.ts";
import { ArrowDown, ArrowUp, ArrowUpToLine, Ellipsis, Maximize2, SquareCheck } from "lucide-react";
import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { useNavigate, useParams } from "react-router";
import { MenuButton } from "#components/menu-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { ActionIconButton } from "#features/tasks/actions/action-button.tsx";
import { cardActionsOf } from "#features/tasks/actions/task-actions.logic.ts";
import { useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { TaskQuestion } from "#features/tasks/actions/task-question.tsx";
import { FROM_LIST } from "#lib/from-list.logic.ts";
import type { CardOrder } from "./use-card-order.ts";
import { useNearCard } from "./use-near-card.ts";

type CardActionsProps = {
  board: RefObject<HTMLElement | null>;
  tasks: readonly TaskSummary[];
  order: CardOrder;
  onSelect: (task: TaskSummary) => void;
};

/**
 * The buttons of the hovered or focused card. The board has one set and moves it into that card's
 * row, because hundreds of sets would be slow. Tab still goes from the card to its buttons.
 */
export function CardActions({ board, tasks, order, onSelect }: CardActionsProps) {
  const { card, isTapped } = useNearCard(board);
  const row = card?.isConnected ? card.closest("li") : null;
  const task = row && tasks.find(({ id }) => id === card?.dataset["taskId"]);
  if (!row || !task) return null;
  return createPortal(
    <Buttons
      key={`${task.id} ${isTapped}`}
      task={task}
      isTapped={isTapped}
      order={order}
      onSelect={() => onSelect(task)}
    />,
    row,
  );
}

type ButtonsProps = {
  task: TaskSummary;
  /** The user tapped the menu sign. Touch devices have no hover. */
  isTapped: boolean;
  order: CardOrder;
  onSelect: () => void;
};

function Buttons({ task, isTapped, order, onSelect }: ButtonsProps) {
  const actions = useTaskActions(task);
  const navigate = useNavigate();
  const address = `/workspaces/${task.workspace_id}/tasks/${task.id}`;
  const { buttons, menu } = cardActionsOf(task.status);
  const isReplacing = useParams()["taskId"] !== undefined;
  const inMenu = isTapped ? [...buttons, ...menu] : menu;
  return (
    <fieldset
      aria-label="Actions"
      data-commands="This task"
      data-slot="card-actions"
      className="absolute right-1.5 bottom-1.5 flex rounded-md border border-input bg-card"
    >
      {!isTapped && (
        <>
          <Tooltip text="Open (Enter)">
            <Button
              variant="ghost"
              size="icon"
              aria-label="Open"
              className="size-6 rounded-sm"
              onClick={() =>
                void navigate(address, {
                  state: FROM_LIST,
                  replace: isReplacing,
                  preventScrollReset: true,
                })
              }
            >
              <Maximize2 aria-hidden />
            </Button>
          </Tooltip>
          {buttons.map((action) => (
            <ActionIconButton
              key={action}
              action={action}
              task={task}
              isBusy={actions.move.isBusy}
              isUnderWay={false}
              onClick={() => actions.perform(action)}
            />
          ))}
        </>
      )}
      <MenuButton
        variant="ghost"
        size="icon"
        aria-label="More for this task"
        className="[&>button]:size-6 [&>button]:rounded-sm"
        isOpenAtFirst={isTapped}
        items={[
          ...orderItems(task, order),
          { label: "Select", icon: SquareCheck, onSelect },
          ...actions.items(inMenu),
        ]}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      <TaskQuestion task={task} onDeleted={() => {}} {...actions.question} />
    </fieldset>
  );
}

const STEPS = [
  { step: "top", label: "Move to top", icon: ArrowUpToLine },
  { step: "up", label: "Move up", icon: ArrowUp },
  { step: "down", label: "Move down", icon: ArrowDown },
] as const;

function orderItems(task: TaskSummary, order: CardOrder) {
  if (task.status !== "todo") return [];
  return STEPS.filter(({ step }) => order.canStep(task.id, step)).map(({ step, label, icon }) => ({
    label,
    icon,
    onSelect: () => order.step(task.id, step),
  }));
}
