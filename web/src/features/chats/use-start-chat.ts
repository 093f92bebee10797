import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useLocation, useNavigate } from "react-router";
import { errorMessage } from "#lib/error-details.logic.ts";
import { FROM_LIST } from "#lib/from-list.logic.ts";
import { toast } from "#lib/toast.ts";
import { useCreateChat } from "./mutations.ts";

/** Creates a chat with an agent and opens it. Null is the Malamar agent. */
export function useStartChat() {
  const create = useCreateChat();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Awaited, because `mutate` callbacks are dropped when the pressed control unmounts, as in the
  // palette.
  const open = async (workspaceId: WorkspaceId, agentId: AgentId | null) => {
    const listPath = `/workspaces/${workspaceId}/chats`;
    try {
      const { id } = await create.mutateAsync({ workspaceId, agent_id: agentId });
      await navigate(`${listPath}/${id}`, { ...(pathname === listPath && { state: FROM_LIST }) });
    } catch (error) {
      toast.error("The chat was not started", { description: errorMessage(error) });
    }
  };
  const start = (workspaceId: WorkspaceId, agentId: AgentId | null) => {
    if (!create.isPending) void open(workspaceId, agentId);
  };
  return { start, isBusy: create.isPending };
}
