import type { Agent } from "@malamar/contract/agent.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { MessagesSquare } from "lucide-react";
import { EmptyState } from "#components/empty-state.tsx";
import { Page } from "#components/page.tsx";
import { NewChatButton } from "./new-chat-button.tsx";

type NoChatsProps = { workspaceId: WorkspaceId; agents: readonly Agent[] };

/** An empty list of chats. */
export function NoChats({ workspaceId, agents }: NoChatsProps) {
  return (
    <Page>
      <h2 className="sr-only">Chats</h2>
      <EmptyState icon={MessagesSquare} title="No conversations yet">
        <NewChatButton workspaceId={workspaceId} agents={agents} label="Start a chat" />
      </EmptyState>
    </Page>
  );
}

/** Next to the list while no chat is selected. */
export function NoChatChosen() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-muted">
      <MessagesSquare aria-hidden className="size-6" />
      <p>Choose a chat, or start a new one.</p>
    </div>
  );
}
