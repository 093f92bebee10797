import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Sparkles } from "lucide-react";
import { WriteButton } from "#components/write-button.tsx";
import { useStartChat } from "./use-start-chat.ts";

/** For workspaces without a team: the Malamar agent builds one. */
export function StartChatButton({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { start, isBusy } = useStartChat();
  return (
    <WriteButton size="small" isBusy={isBusy} onClick={() => start(workspaceId, null)}>
      <Sparkles aria-hidden />
      Chat with the Malamar agent
    </WriteButton>
  );
}
