import { STATUS_LABELS, type TaskStatus } from "@malamar/contract/task.ts";
import { useState } from "react";
import { toast } from "sonner";
import { useFocusBack } from "#components/focus-back.ts";
import { useStopTask, useUpdateTask } from "#features/tasks/mutations.ts";
import { useTogglePriority } from "#features/tasks/toggle-priority.ts";
import { cn } from "#lib/cn.ts";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import type { ActableTask } from "./actable-task.ts";
import { ActionButton, ActionIconButton } from "./action-button.tsx";
import { CancelTaskDialog } from "./cancel-task-dialog.tsx";
import { DeleteTaskDialog } from "./delete-task-dialog.tsx";
import { actionsOf, canDo, type TaskAction } from "./task-actions.logic.ts";

/** What can be done with a task now, and the question that is asked before some of it. */
export function useTaskActions(task: ActableTask) {
  const move = useMove(task);
  const togglePriority = useTogglePriority();
  const [question, setQuestion] = useState<"delete" | "cancel" | null>(null);
  const stop = useStop(task);
  const { returnFocusTo, remember } = useFocusBack();
  const { isOffline } = useConnection();
  return {
    task,
    move,
    question: { asked: question, close: () => setQuestion(null), returnFocusTo },
    /** What was pressed has the focus again after a question; a menu is closed by then. */
    perform: (action: TaskAction, pressed?: HTMLElement | null) => {
      if (isOffline || !canDo(task.status, action)) return;
      if (action === "prioritize") return togglePriority(task);
      if (action === "hold") return void move.toggleHold();
      if (action === "stop") return stop();
      if (action !== "delete" && action !== "cancel") return void move.to(action);
      remember(pressed);
      setQuestion(action);
    },
  };
}

type TaskActionsProps = {
  actions: ReturnType<typeof useTaskActions>;
  /** All that can be done, unless these are named. */
  shown?: readonly TaskAction[];
  /** On a card, where only icons have room. */
  isCompact?: boolean;
  onDeleted: () => void;
};

/** Buttons for some of what can be done, and the questions that all of it asks. */
export function TaskActions(props: TaskActionsProps) {
  const { actions, isCompact = false, onDeleted } = props;
  const { task, move, question, perform } = actions;
  const shown = props.shown ?? actionsOf(task.status);
  const ButtonOf = isCompact ? ActionIconButton : ActionButton;
  return (
    <fieldset
      aria-label="What can be done"
      data-commands="This task"
      className={cn("flex min-w-0", !isCompact && "flex-wrap gap-2")}
    >
      {shown.map((action) => (
        <ButtonOf
          key={action}
          action={action}
          task={task}
          isBusy={move.isBusy}
          isUnderWay={move.target === action}
          onClick={() => perform(action)}
        />
      ))}
      {question.asked === "delete" && (
        <DeleteTaskDialog
          task={task}
          onDeleted={onDeleted}
          onClose={question.close}
          returnFocusTo={question.returnFocusTo}
        />
      )}
      {question.asked === "cancel" && (
        <CancelTaskDialog
          task={task}
          onClose={question.close}
          returnFocusTo={question.returnFocusTo}
        />
      )}
    </fieldset>
  );
}

/** Ends the run and keeps the task from being picked up again. */
function useStop(task: ActableTask): () => void {
  const stop = useStopTask(task.id);
  return () =>
    stop.mutate(undefined, {
      onError: (error) =>
        toast.error("The task was not stopped", { description: errorMessage(error) }),
    });
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
        toast.error(task.is_on_hold ? "The task was not released" : "The task was not held", {
          description: errorMessage(error),
        });
      }
    },
    to: async (status: TaskStatus) => {
      if (update.isPending) return;
      try {
        await update.mutateAsync({ status });
      } catch (error) {
        // Told even when the buttons are gone meanwhile: those of a card go with the pointer.
        toast.error(`The task was not moved to ${STATUS_LABELS[status]}`, {
          description: errorMessage(error),
        });
      }
    },
  };
}
