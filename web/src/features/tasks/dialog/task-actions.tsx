import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { STATUS_LABELS, type Task, type TaskStatus } from "@malamar/contract/task.ts";
import { useState } from "react";
import { toast } from "sonner";
import { useCancelTask, useUpdateTask } from "#features/tasks/mutations.ts";
import { useTogglePriority } from "#features/tasks/toggle-priority.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { DeleteTaskDialog } from "./delete-task-dialog.tsx";
import { useFocusBack } from "#components/focus-back.ts";
import { ActionButton } from "./action-button.tsx";
import { actionsOf, canDo, type TaskAction } from "./task-actions.logic.ts";

type TaskActionsProps = {
  task: Task;
  workspaceId: WorkspaceId;
  onDeleted: () => void;
};

/** The buttons of the task's status. */
export function TaskActions({ task, workspaceId, onDeleted }: TaskActionsProps) {
  const move = useMove(task);
  const togglePriority = useTogglePriority();
  const cancel = useCancelTask(task.id);
  const [question, setQuestion] = useState<"delete" | "cancel" | null>(null);
  const { returnFocusTo, remember } = useFocusBack();
  const { isOffline } = useConnection();

  const ask = (what: "delete" | "cancel") => {
    remember();
    cancel.reset();
    setQuestion(what);
  };
  const perform = (action: TaskAction) => {
    if (isOffline || !canDo(task.status, action)) return;
    if (action === "delete" || action === "cancel") return ask(action);
    if (action === "prioritize") return togglePriority(task);
    move.to(action);
  };
  useShortcuts({ prioritize: () => perform("prioritize"), cancel: () => perform("cancel") });

  return (
    <fieldset
      aria-label="What can be done"
      data-commands="This task"
      className="flex min-w-0 flex-wrap gap-2"
    >
      {actionsOf(task.status).map((action) => (
        <ActionButton
          key={action}
          action={action}
          task={task}
          isBusy={move.isBusy}
          isUnderWay={move.target === action}
          onClick={() => perform(action)}
        />
      ))}
      {question === "delete" && (
        <DeleteTaskDialog
          task={task}
          workspaceId={workspaceId}
          onDeleted={onDeleted}
          onClose={() => setQuestion(null)}
          returnFocusTo={returnFocusTo}
        />
      )}
      <ConfirmDialog
        isOpen={question === "cancel"}
        title="Cancel what runs?"
        description={<p>Ends what runs and moves the task to In Review.</p>}
        confirmLabel="Cancel task"
        cancelLabel="Keep it running"
        busyLabel="Cancelling…"
        isBusy={cancel.isPending}
        error={cancel.isError ? errorMessage(cancel.error) : undefined}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setQuestion(null) })}
        onClose={() => setQuestion(null)}
        returnFocusTo={returnFocusTo}
      />
    </fieldset>
  );
}

function useMove(task: Task) {
  const update = useUpdateTask(task.id);
  return {
    isBusy: update.isPending,
    target: update.isPending ? update.variables.status : undefined,
    to: (status: TaskStatus) => {
      if (update.isPending) return;
      update.mutate(
        { status },
        {
          onError: (error) =>
            toast.error(`The task was not moved to ${STATUS_LABELS[status]}`, {
              description: errorMessage(error),
            }),
        },
      );
    },
  };
}
