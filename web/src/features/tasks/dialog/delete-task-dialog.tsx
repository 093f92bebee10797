import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import { DeleteDialog } from "#components/delete-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useDeleteTask } from "#features/tasks/mutations.ts";
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
  const closeTask = useCloseTask(workspaceId);
  return (
    <DeleteDialog
      what="task"
      id={task.id}
      name={task.summary}
      remove={useDeleteTask(workspaceId)}
      onDeleted={() => {
        commentOutbox.forget(task.id);
        onDeleted();
        closeTask();
      }}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      Its comments, runs and transcripts go with it, and what runs is ended. Files in its working
      directory stay.
    </DeleteDialog>
  );
}
