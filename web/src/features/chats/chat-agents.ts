import type { Agent } from "@malamar/contract/agent.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/plain/chat.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { Bot, Sparkles, type LucideIcon } from "lucide-react";

type ChatAgent = { id: AgentId | null; name: string; label: string; icon: LucideIcon };

/** Agents the user can chat with: the Malamar agent, then the team in order. */
export function chatAgents(agents: readonly Agent[]): ChatAgent[] {
  return [
    {
      id: null,
      name: MALAMAR_AGENT_NAME,
      label: `${MALAMAR_AGENT_NAME} agent`,
      icon: Sparkles,
    },
    ...agents.map(({ id, name }) => ({ id, name, label: name, icon: Bot })),
  ];
}
