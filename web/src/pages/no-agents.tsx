import type { CliHealth } from "@malamar/contract/cli.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { NoAgentsBanner } from "#features/agents/no-agents-banner.tsx";
import { StartChatButton } from "#features/chats/start-chat-button.tsx";

type NoAgentsProps = { id: WorkspaceId; clis: readonly CliHealth[]; hasCreateButton: boolean };

/** The banner with all of its buttons, so that they come together. */
export function NoAgents({ id, ...props }: NoAgentsProps) {
  return (
    <NoAgentsBanner {...props} workspaceId={id} chatButton={<StartChatButton workspaceId={id} />} />
  );
}
