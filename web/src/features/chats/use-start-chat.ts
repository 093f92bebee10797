import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useLocation, useNavigate } from "react-router";
import { toast } from "sonner";
import { errorMessage } from "#lib/error-details.logic.ts";
import { FROM_LIST } from "#lib/from-list.logic.ts";
import { useCreateChat } from "./mutations.ts";

/** Makes a chat with an agent, null being the Malamar agent, and opens it. */
export function useStartChat(workspaceId: WorkspaceId) {
  const create = useCreateChat(workspaceId);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const listPath = `/workspaces/${workspaceId}/chats`;
  const start = (agentId: AgentId | null) => {
    if (create.isPending) return;
    create.mutate(
      { agent_id: agentId },
      {
        onSuccess: ({ id }) =>
          void navigate(`${listPath}/${id}`, {
            ...(pathname === listPath && { state: FROM_LIST }),
          }),
        onError: (error) =>
          toast.error("The chat was not started", { description: errorMessage(error) }),
      },
    );
  };
  return { start, isBusy: create.isPending };
}
