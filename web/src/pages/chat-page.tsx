import type { ChatId, RunId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import { useCallback } from "react";
import { useParams } from "react-router";
import { useAgents } from "#features/agents/queries.ts";
import { Conversation, MissingConversation } from "#features/chats/conversation/conversation.tsx";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { ChatRunTranscript } from "#features/runs/transcript/chat-run-transcript.tsx";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function ChatPage() {
  const chatId = idFrom<ChatId>(useParams()["chatId"]);
  return chatId === null ? <MissingConversation /> : <OpenChat chatId={chatId} />;
}

function OpenChat({ chatId }: { chatId: ChatId }) {
  const { id, workspace } = useWorkspaceContext();
  const { data: agents = [] } = useAgents(id);
  const { data: clis = [] } = useCliHealth();
  const renderRun = useCallback(
    (runId: RunId) => <ChatRunTranscript key={runId} chatId={chatId} runId={runId} />,
    [chatId],
  );
  return (
    <Conversation
      chatId={chatId}
      workspaceId={id}
      workspace={workspace}
      agents={agents}
      clis={clis}
      renderRun={renderRun}
    />
  );
}
