import { DeleteDialog } from "#components/delete-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { forgetUnsent } from "#features/tasks/task/comment-outbox.ts";
import { useDeleteTask } from "#features/tasks/mutations.ts";
import type { ActableTask } from "./actable-task.ts";

type DeleteTaskDialogProps = FocusReturn & {
  task: ActableTask;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteTaskDialog(props: DeleteTaskDialogProps) {
  const { task, onDeleted, onClose, returnFocusTo } = props;
  return (
    <DeleteDialog
      what="task"
      id={task.id}
      name={task.summary}
      remove={useDeleteTask(task.workspace_id)}
      onDeleted={() => {
        forgetUnsent(task.id);
        onDeleted();
      }}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      Also deletes its comments, runs and transcripts, and stops any active run. Files in its
      working directory stay. If it has a branch, that stays too, and its worktree is removed a day
      later.
    </DeleteDialog>
  );
}
