import type { WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { ConfirmByTitleDialog } from "#components/confirm-by-title-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { toast } from "#lib/toast.ts";
import { outlivingWords } from "./deletion.logic.ts";
import { useDeleteWorkspace } from "./mutations.ts";
import { useOutliving } from "./queries.ts";

type DeleteWorkspaceDialogProps = FocusReturn & {
  workspace: Pick<WorkspaceSummary, "id" | "title">;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteWorkspaceDialog(props: DeleteWorkspaceDialogProps) {
  const { workspace, onClose, returnFocusTo } = props;
  const remove = useDeleteWorkspace();
  const { data: outliving } = useOutliving(workspace.id);
  const left = outliving && outlivingWords(outliving);
  const confirm = () =>
    remove.mutate(workspace.id, {
      onSuccess: () => {
        toast.success("Workspace deleted", { description: workspace.title });
        onClose();
        props.onDeleted?.();
      },
    });
  return (
    <ConfirmByTitleDialog
      title="Delete this workspace?"
      description={
        <>
          <p>
            Also deletes its agents, tasks and chats, and stops any active run. Your files and the
            branches of its tasks stay. This can&rsquo;t be undone.
          </p>
          {left != null && <p>{left}</p>}
        </>
      }
      workspaceTitle={workspace.title}
      confirmLabel="Delete workspace"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
