import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useNow } from "#lib/clock.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted, relativeTime } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { useRestore } from "./mutations.ts";
import { useChanges } from "./queries.ts";

type RestoreDialogProps = FocusReturn & {
  taskId: TaskId;
  checkpoint: Checkpoint;
  /** Why it was stored. */
  label: string;
  /** A person's own folder, if the task works in one. */
  ownFolder: string | null;
  onRestored: () => void;
  onClose: () => void;
};

/** Asks before the files of a task are put back to an earlier state. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { taskId, checkpoint, label, ownFolder, onRestored, onClose, returnFocusTo } = props;
  const now = useNow();
  const restore = useRestore(taskId);
  const { data: changes } = useChanges(
    { kind: "task", id: taskId },
    { from: "now", to: checkpoint.id },
  );
  /** Outlives the dialog. */
  const undo = async (before: Checkpoint) => {
    try {
      await restore.mutateAsync(before.id);
      toast.success("Restore undone");
    } catch (error) {
      toast.error("Couldn’t undo the restore", { description: errorMessage(error) });
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
          The files go back to “{label}”, stored {relativeTime(checkpoint.created_at, now)}. Since
          then {ownFolder !== null && "at least "}
          {changes === undefined ? "…" : counted(changes.files, "file")} changed.{" "}
          {ownFolder !== null && (
            <strong className="font-semibold wrap-any text-foreground">
              This is your own folder {ownFolder}: what you and other tasks changed there is undone
              too.{" "}
            </strong>
          )}
          Files that git ignores stay as they are. Malamar stores the current state first, so you
          can undo this.
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
