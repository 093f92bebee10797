import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { AgentFace } from "#components/agent-face.tsx";
import type { MenuItem } from "#components/ui/dropdown-menu.tsx";
import { chatAgents } from "./chat-agents.ts";

/** A menu of the agents that the user can chat with. */
export function chatAgentItems(
  agents: readonly Agent[],
  itemOf: (id: AgentId | null) => Pick<MenuItem, "isChosen" | "onSelect">,
): MenuItem[] {
  return chatAgents(agents).map(({ id, name, label }) => ({
    id: id ?? "malamar",
    label,
    icon: <AgentFace id={id} name={name} />,
    ...itemOf(id),
  }));
}
