import type { WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { useId, useState } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { Input } from "#components/ui/input.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useDeleteWorkspace } from "./mutations.ts";
import { isSameTitle } from "./title.logic.ts";

type DeleteWorkspaceDialogProps = FocusReturn & {
  workspace: Pick<WorkspaceSummary, "id" | "title">;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteWorkspaceDialog(props: DeleteWorkspaceDialogProps) {
  const { workspace, onClose, returnFocusTo } = props;
  const inputId = useId();
  const [typed, setTyped] = useState("");
  const remove = useDeleteWorkspace();
  const isConfirmed = isSameTitle(typed, workspace.title);
  const confirm = () =>
    remove.mutate(workspace.id, {
      onSuccess: () => {
        toast.success("Workspace deleted", { description: workspace.title });
        onClose();
        props.onDeleted?.();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title="Delete this workspace?"
      description={
        <p>
          Its agents, tasks and chats are deleted with it, and what runs in it is stopped. This
          cannot be undone.
        </p>
      }
      confirmLabel="Delete workspace"
      busyLabel="Deleting…"
      isBusy={remove.isPending}
      isBlocked={!isConfirmed}
      error={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <div className="space-y-1.5">
        <label htmlFor={inputId} className="block">
          Type the title to confirm:{" "}
          <strong className="block max-h-40 overflow-y-auto font-semibold wrap-any whitespace-pre-wrap">
            {workspace.title}
          </strong>
        </label>
        <Input
          id={inputId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
