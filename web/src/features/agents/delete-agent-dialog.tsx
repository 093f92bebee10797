import type { Agent } from "@malamar/contract/agent.ts";
import { DeleteDialog } from "#components/delete-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { useDeleteAgent } from "./mutations.ts";

type DeleteAgentDialogProps = FocusReturn & { agent: Agent; onClose: () => void };

export function DeleteAgentDialog({ agent, onClose, returnFocusTo }: DeleteAgentDialogProps) {
  return (
    <DeleteDialog
      what="agent"
      id={agent.id}
      name={agent.name}
      title={`Delete ${shortened(agent.name, 200)}?`}
      remove={useDeleteAgent(agent.workspace_id)}
      onDeleted={onClose}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      The agents after it move up. Its comments stay, signed “(Deleted Agent)”, and its chats
      continue with the Malamar agent.
    </DeleteDialog>
  );
}
