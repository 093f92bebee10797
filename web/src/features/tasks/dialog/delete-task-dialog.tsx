import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import { toast } from "sonner";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useDeleteTask } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { commentOutbox } from "./comment-outbox.ts";
import { useCloseTask } from "./task-shell.tsx";

type DeleteTaskDialogProps = FocusReturn & {
  task: Task;
  workspaceId: WorkspaceId;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteTaskDialog(props: DeleteTaskDialogProps) {
  const { task, workspaceId, onDeleted, onClose, returnFocusTo } = props;
  const remove = useDeleteTask(workspaceId);
  const closeTask = useCloseTask(workspaceId);
  const confirm = () =>
    remove.mutate(task.id, {
      onSuccess: () => {
        commentOutbox.forget(task.id);
        onDeleted();
        closeTask();
        toast.success("Task deleted", { description: task.summary.slice(0, 200) });
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title="Delete this task?"
      description={
        <p>
          Its comments, runs and transcripts go with it, and what runs is ended. Files in its
          working directory stay. This cannot be undone.
        </p>
      }
      confirmLabel="Delete task"
      busyLabel="Deleting…"
      isBusy={remove.isPending}
      error={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
