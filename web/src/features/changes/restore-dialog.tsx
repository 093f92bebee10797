import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useNow } from "#lib/clock.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { relativeTime } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { useRestore } from "./mutations.ts";

type RestoreDialogProps = FocusReturn & {
  taskId: TaskId;
  checkpoint: Checkpoint;
  /** Why it was stored. */
  label: string;
  onRestored: () => void;
  onClose: () => void;
};

/** Asks before the files of a task are put back to an earlier state. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { taskId, checkpoint, label, onRestored, onClose, returnFocusTo } = props;
  const now = useNow();
  const restore = useRestore(taskId);
  /** Outlives the dialog. */
  const undo = async (before: Checkpoint) => {
    try {
      await restore.mutateAsync(before.id);
      toast.success("The files are as they were");
    } catch (error) {
      toast.error("The restore was not undone", { description: errorMessage(error) });
    }
  };
  const confirm = async () => {
    try {
      const before = await restore.mutateAsync(checkpoint.id);
      onClose();
      onRestored();
      toast.success("The files were restored", {
        action: { label: "Undo", onClick: () => void undo(before) },
      });
    } catch {
      // The dialog says why.
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title="Restore these files?"
      description={
        <>
          The files go back to “{label}”, stored {relativeTime(checkpoint.created_at, now)}. Files
          that git ignores stay as they are. Malamar stores the current state first, so you can undo
          this.
        </>
      }
      confirmLabel="Restore files"
      busyLabel="Restoring…"
      isBusy={restore.isPending}
      error={restore.error === null ? undefined : errorMessage(restore.error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
