import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { notFound } from "#lib/app-error.ts";
import type { ActionContext, ActionServices } from "./action.ts";

/** An agent of the chat's own workspace: other workspaces are off limits. */
export function teamMember(
  id: AgentId,
  { chat }: ActionContext,
  { agentService }: ActionServices,
): Agent {
  const agent = agentService.get(id);
  if (agent.workspace_id !== chat.workspace_id) throw notFound("Agent");
  return agent;
}
