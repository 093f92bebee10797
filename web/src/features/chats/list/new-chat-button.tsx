import type { Agent } from "@malamar/contract/agent.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { ChevronDown, Plus } from "lucide-react";
import { useRef } from "react";
import { MenuButton } from "#components/menu-button.tsx";
import { chatAgentItems } from "#features/chats/chat-agent-items.tsx";
import { useStartChat } from "#features/chats/use-start-chat.ts";
import { useConnection } from "#lib/connection.ts";
import { useShortcuts } from "#lib/shortcuts.ts";

type NewChatButtonProps = { workspaceId: WorkspaceId; agents: readonly Agent[]; label: string };

/** The first question is which agent to talk to. */
export function NewChatButton({ workspaceId, agents, label }: NewChatButtonProps) {
  const { start, isBusy } = useStartChat();
  const { isOffline } = useConnection();
  const buttonRef = useRef<HTMLButtonElement>(null);
  useShortcuts({ new_chat: () => buttonRef.current?.click() });
  return (
    <MenuButton
      ref={buttonRef}
      variant="primary"
      aria-disabled={isOffline || isBusy}
      items={chatAgentItems(agents, (id) => ({ onSelect: () => start(workspaceId, id) }))}
    >
      <Plus aria-hidden />
      {label}
      <ChevronDown aria-hidden />
    </MenuButton>
  );
}
