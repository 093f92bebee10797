import type { TaskSummary } from "@malamar/contract/task.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { ThingName } from "#components/thing-name.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { counted } from "#lib/format.ts";

type DeleteTasksDialogProps = FocusReturn & {
  tasks: readonly TaskSummary[];
  isBusy: boolean;
  onDelete: () => void;
  onClose: () => void;
};

export function DeleteTasksDialog({ tasks, onDelete, ...props }: DeleteTasksDialogProps) {
  const [first] = tasks;
  const isOne = tasks.length === 1;
  return (
    <ConfirmDialog
      isOpen
      title={isOne ? "Delete this task?" : `Delete ${counted(tasks.length, "task")}?`}
      description={
        <>
          {isOne && first !== undefined && <ThingName name={first.summary} />}
          <p>
            {isOne
              ? "Also deletes its comments, runs and transcripts, and stops any active run. This can’t be undone."
              : "Also deletes their comments, runs and transcripts, and stops any active runs. This can’t be undone."}
          </p>
        </>
      }
      confirmLabel={isOne ? "Delete task" : "Delete tasks"}
      busyLabel="Deleting…"
      onConfirm={onDelete}
      {...props}
    />
  );
}
