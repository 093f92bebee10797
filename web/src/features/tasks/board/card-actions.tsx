import type { TaskSummary } from "@malamar/contract/task.ts";
import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { TaskActions, useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { useNearCard } from "./use-near-card.ts";

type CardActionsProps = { board: RefObject<HTMLElement | null>; tasks: readonly TaskSummary[] };

/**
 * The buttons of the card that is pointed at or has the focus. One set for the whole board, put into the
 * row of that card: hundreds of them would cost, and Tab still leads from the card to its buttons.
 */
export function CardActions({ board, tasks }: CardActionsProps) {
  const card = useNearCard(board);
  const row = card?.isConnected ? card.closest("li") : null;
  const task = row && tasks.find(({ id }) => id === card?.dataset["taskId"]);
  return row && task && createPortal(<Buttons key={task.id} task={task} />, row);
}

function Buttons({ task }: { task: TaskSummary }) {
  const actions = useTaskActions(task);
  return (
    <div
      data-slot="card-actions"
      className="absolute right-1.5 bottom-1.5 rounded-md border border-input bg-card"
    >
      <TaskActions isCompact actions={actions} onDeleted={() => {}} />
    </div>
  );
}
