import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { ThingName } from "#components/thing-name.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useCancelTask } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import type { ActableTask } from "./actable-task.ts";

type CancelTaskDialogProps = FocusReturn & { task: ActableTask; onClose: () => void };

export function CancelTaskDialog({ task, onClose, returnFocusTo }: CancelTaskDialogProps) {
  const cancel = useCancelTask(task.id);
  return (
    <ConfirmDialog
      isOpen
      title="Cancel this task?"
      description={
        <>
          <ThingName name={task.summary} />
          <p>The current run ends, and the task moves to In Review.</p>
        </>
      }
      confirmLabel="Cancel task"
      cancelLabel="Keep it running"
      busyLabel="Cancelling…"
      isBusy={cancel.isPending}
      error={cancel.isError ? errorMessage(cancel.error) : undefined}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
