import { toast } from "sonner";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { commentOutbox } from "#features/tasks/dialog/comment-outbox.ts";
import { useDeleteTask } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import type { ActableTask } from "./actable-task.ts";
import { TaskName } from "./task-name.tsx";

type DeleteTaskDialogProps = FocusReturn & {
  task: ActableTask;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteTaskDialog(props: DeleteTaskDialogProps) {
  const { task, onDeleted, onClose, returnFocusTo } = props;
  const remove = useDeleteTask(task.workspace_id);
  const confirm = async () => {
    // The dialog shows why it failed, and stays.
    const isDeleted = await remove.mutateAsync(task.id).then(
      () => true,
      () => false,
    );
    if (!isDeleted) return;
    commentOutbox.forget(task.id);
    onDeleted();
    toast.success("Task deleted", { description: task.summary.slice(0, 200) });
  };
  return (
    <ConfirmDialog
      isOpen
      title="Delete this task?"
      description={
        <>
          <TaskName summary={task.summary} />
          <p>
            Its comments, runs and transcripts are deleted with it, and what runs is stopped. Files
            in its working directory stay. This cannot be undone.
          </p>
        </>
      }
      confirmLabel="Delete task"
      busyLabel="Deleting…"
      isBusy={remove.isPending}
      error={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={() => void confirm()}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
