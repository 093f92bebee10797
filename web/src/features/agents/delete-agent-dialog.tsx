import type { Agent } from "@malamar/contract/agent.ts";
import { toast } from "sonner";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useDeleteAgent } from "./mutations.ts";

type DeleteAgentDialogProps = FocusReturn & { agent: Agent; onClose: () => void };

export function DeleteAgentDialog({ agent, onClose, returnFocusTo }: DeleteAgentDialogProps) {
  const remove = useDeleteAgent(agent.workspace_id);
  const confirm = () =>
    remove.mutate(agent.id, {
      onSuccess: () => {
        toast.success("Agent deleted", { description: agent.name });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${agent.name}?`}
      description={
        <p>
          The agents after it move up. What it wrote on tasks stays, under “(Deleted Agent)”. This
          cannot be undone.
        </p>
      }
      confirmLabel="Delete agent"
      busyLabel="Deleting…"
      isBusy={remove.isPending}
      error={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
