import type { Workspace } from "@malamar/contract/workspace.ts";
import { ConfirmByTitleDialog } from "#components/confirm-by-title-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useDeleteDoneTasks } from "#features/tasks/mutations.ts";
import { counted } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";

type DeleteDoneDialogProps = FocusReturn & {
  workspace: Workspace;
  count: number;
  onClose: () => void;
};

export function DeleteDoneDialog(props: DeleteDoneDialogProps) {
  const { workspace, count, onClose, returnFocusTo } = props;
  const remove = useDeleteDoneTasks(workspace.id);
  const confirm = async () => {
    // The dialog stays open and shows the error.
    const deleted = await remove.mutateAsync().catch(() => null);
    if (deleted === null) return;
    toast.success(`${counted(deleted.deleted_count, "task")} deleted`);
    onClose();
  };
  return (
    <ConfirmByTitleDialog
      title={`Delete ${count === 1 ? "the task" : `all ${counted(count, "task")}`} in Done?`}
      description={
        <p>
          Also deletes their comments, runs and transcripts. Files in their working directories
          stay. This can't be undone.
        </p>
      }
      workspaceTitle={workspace.title}
      confirmLabel="Delete all done"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
