import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { ThingName } from "#components/thing-name.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useStopTask } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import type { ActableTask } from "./actable-task.ts";

type StopTaskDialogProps = FocusReturn & { task: ActableTask; onClose: () => void };

export function StopTaskDialog({ task, onClose, returnFocusTo }: StopTaskDialogProps) {
  const stop = useStopTask(task.id);
  return (
    <ConfirmDialog
      isOpen
      title="Stop this run?"
      description={
        <>
          <ThingName name={task.summary} />
          <p>The run ends, and the task goes back to Todo on hold until you release it.</p>
        </>
      }
      confirmLabel="Stop run"
      cancelLabel="Keep it running"
      busyLabel="Stopping…"
      isBusy={stop.isPending}
      error={stop.isError ? errorMessage(stop.error) : undefined}
      onConfirm={() => stop.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
