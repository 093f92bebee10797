import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat, UpdateChat } from "@malamar/contract/chat.ts";
import { Bot, ChevronDown, Sparkles } from "lucide-react";
import { chatAgents } from "#features/chats/chat-agents.ts";
import { MenuButton } from "#components/menu-button.tsx";
import { useConnection } from "#lib/connection.ts";

type AgentMenuProps = {
  chat: Chat;
  agents: readonly Agent[];
  isBusy: boolean;
  onChoose: (change: UpdateChat) => void;
};

/** Selects the agent that answers. Each agent brings its own CLI. */
export function AgentMenu({ chat, agents, isBusy, onChoose }: AgentMenuProps) {
  const { isOffline } = useConnection();
  const choices = chatAgents(agents);
  const chosen = choices.find(({ id }) => id === chat.agent_id);
  const name = chosen?.label ?? chat.agent_name;
  const Icon = chat.agent_id === null ? Sparkles : Bot;
  return (
    <MenuButton
      size="small"
      align="start"
      aria-label={`Agent: ${name}`}
      aria-disabled={isOffline || isBusy}
      className="max-w-1/2 min-w-0 [&>button]:min-w-0 [&>button]:shrink"
      items={choices.map(({ id, label, icon }) => ({
        id: id ?? "malamar",
        label,
        icon,
        isChosen: id === chat.agent_id,
        onSelect: () => id !== chat.agent_id && onChoose({ agent_id: id }),
      }))}
    >
      <Icon aria-hidden />
      <span className="min-w-0 truncate">{name}</span>
      <ChevronDown aria-hidden />
    </MenuButton>
  );
}
