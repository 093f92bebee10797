import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat, UpdateChat } from "@malamar/contract/chat.ts";
import { ChevronDown } from "lucide-react";
import { chatAgentItems } from "#features/chats/chat-agent-items.tsx";
import { ChatFace } from "#features/chats/chat-face.tsx";
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
  const items = chatAgentItems(agents, (id) => ({
    isChosen: id === chat.agent_id,
    onSelect: () => id !== chat.agent_id && onChoose({ agent_id: id }),
  }));
  const name = items.find(({ isChosen }) => isChosen)?.label ?? chat.agent_name;
  return (
    <MenuButton
      size="small"
      align="start"
      aria-label={`Agent: ${name}`}
      aria-disabled={isOffline || isBusy}
      className="max-w-1/2 min-w-0 @3xl:max-w-48 [&>button]:min-w-0 [&>button]:shrink"
      items={items}
    >
      <ChatFace chat={chat} />
      <span className="min-w-0 truncate">{name}</span>
      <ChevronDown aria-hidden />
    </MenuButton>
  );
}
