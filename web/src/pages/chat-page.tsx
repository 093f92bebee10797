import { ChatId, type RunId } from "@malamar/contract/ids.ts";
import { useCallback } from "react";
import { useParams } from "react-router";
import { useAgents } from "#features/agents/queries.ts";
import { ChatDialog, MissingChatDialog } from "#features/chats/conversation/chat-dialog.tsx";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { ChatRunTranscript } from "#features/runs/transcript/chat-run-transcript.tsx";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function ChatPage() {
  const { id } = useWorkspaceContext();
  const chatId = ChatId.safeParse(useParams()["chatId"]);
  return chatId.success ? (
    <ChatOverList chatId={chatId.data} />
  ) : (
    <MissingChatDialog workspaceId={id} />
  );
}

function ChatOverList({ chatId }: { chatId: ChatId }) {
  const { id, workspace } = useWorkspaceContext();
  const { data: agents = [] } = useAgents(id);
  const { data: clis = [] } = useCliHealth();
  const renderRun = useCallback(
    (runId: RunId) => <ChatRunTranscript key={runId} chatId={chatId} runId={runId} />,
    [chatId],
  );
  return (
    <ChatDialog
      chatId={chatId}
      workspaceId={id}
      workspace={workspace}
      agents={agents}
      clis={clis}
      renderRun={renderRun}
    />
  );
}
