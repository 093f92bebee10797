import type { TaskComment } from "@malamar/contract/task.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useDeleteComment } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";

type DeleteCommentDialogProps = FocusReturn & { comment: TaskComment; onClose: () => void };

export function DeleteCommentDialog(props: DeleteCommentDialogProps) {
  const { comment, onClose, returnFocusTo } = props;
  const remove = useDeleteComment(comment.task_id);
  const noun = comment.is_note ? "note" : "comment";
  return (
    <ConfirmDialog
      isOpen
      title={`Delete this ${noun}?`}
      description={
        <p>
          Its text is removed from the task and from the inputs stored with its runs, and agents no
          longer read it. Transcripts keep what a CLI already printed. This can’t be undone.
        </p>
      }
      confirmLabel={`Delete ${noun}`}
      busyLabel="Deleting…"
      isBusy={remove.isPending}
      error={remove.error === null ? undefined : errorMessage(remove.error)}
      onConfirm={() => remove.mutate(comment.id)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
