import type { TaskStatus } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { useState } from "react";
import { openMenuButton, useFocusBack } from "#components/focus-back.ts";
import { lazyPart } from "#components/lazy-part.tsx";
import { useUpdateTask } from "#features/tasks/mutations.ts";
import { useTogglePriority } from "#features/tasks/toggle-priority.ts";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import type { ActableTask } from "./actable-task.ts";
import { ActionButton } from "./action-button.tsx";
import { iconOf, labelOf } from "./action-words.ts";
import { canDo, isMove, openActionsOf, type TaskAction } from "./task-actions.logic.ts";
import type { Question } from "./task-question.tsx";

const [TaskQuestion, fetchQuestion] = lazyPart(
  async () => (await import("./task-question.tsx")).TaskQuestion,
);

/** The available actions of a task, and the questions that some of them ask first. */
export function useTaskActions(task: ActableTask) {
  const move = useMove(task);
  const togglePriority = useTogglePriority();
  const [question, setQuestion] = useState<Question | null>(null);
  const { returnFocusTo, remember } = useFocusBack();
  const { isOffline } = useConnection();

  /**
   * `from` gets the focus back after a question. The default is the focused element or the button
   * of its menu.
   */
  function perform(action: TaskAction, from?: Element | null) {
    if (isOffline || !canDo(task.status, action)) return;
    if (action === "prioritize") return togglePriority(task);
    if (action === "hold") return void move.toggleHold();
    if (isMove(action)) return void move.to(action);
    remember(from);
    setQuestion(action);
  }

  return {
    task,
    move,
    perform,
    question: { asked: question, onClose: () => setQuestion(null), returnFocusTo },
    /** These actions as menu items. */
    items: (actions: readonly TaskAction[]) =>
      actions.map((action) => ({
        label: labelOf(action, task),
        icon: iconOf(action, task),
        ...(action === "delete" && { tone: "danger" as const }),
        onSelect: () => perform(action, openMenuButton()),
      })),
  };
}

type TaskActionsProps = {
  actions: ReturnType<typeof useTaskActions>;
  onDeleted: () => void;
};

/** The buttons of an open task, and the questions of its menu. */
export function TaskActions({ actions, onDeleted }: TaskActionsProps) {
  const { task, move, question, perform } = actions;
  const { buttons } = openActionsOf(task.status);
  return (
    <fieldset
      aria-label="Actions"
      data-commands="This task"
      className="flex min-w-0 flex-wrap gap-2"
    >
      {buttons.map((action) => (
        <ActionButton
          key={action}
          action={action}
          task={task}
          isBusy={move.isBusy}
          isUnderWay={move.target === action}
          onNear={fetchQuestion}
          onClick={() => perform(action)}
        />
      ))}
      {question.asked !== null && <TaskQuestion task={task} onDeleted={onDeleted} {...question} />}
    </fieldset>
  );
}

function useMove(task: ActableTask) {
  const update = useUpdateTask(task.id);
  return {
    isBusy: update.isPending,
    target: update.isPending ? update.variables.status : undefined,
    toggleHold: async () => {
      if (update.isPending) return;
      try {
        await update.mutateAsync({ is_on_hold: !task.is_on_hold });
      } catch (error) {
        toast.error(
          task.is_on_hold ? "The task was not released" : "The task was not put on hold",
          {
            description: errorMessage(error),
          },
        );
      }
    },
    to: async (status: TaskStatus) => {
      if (update.isPending) return;
      try {
        await update.mutateAsync({ status });
      } catch (error) {
        // Shown even if the buttons are gone by now: a card's buttons follow the pointer.
        toast.error(`The task was not moved to ${STATUS_LABELS[status]}`, {
          description: errorMessage(error),
        });
      }
    },
  };
}
