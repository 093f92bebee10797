import type { ChatId, RunId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import { useCallback } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { lazyPart } from "#components/lazy-part.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { Conversation, MissingConversation } from "#features/chats/conversation/conversation.tsx";
import { ChangesSkeleton } from "#features/changes/changes-skeleton.tsx";
import { useCheckpoints } from "#features/changes/queries.ts";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { ChatRunTranscript } from "#features/runs/transcript/chat-run-transcript.tsx";
import { useWorkspaceContext } from "./workspace-page.tsx";

const [ChatChanges] = lazyPart(
  async () => (await import("./chat-changes.tsx")).ChatChanges,
  <ChangesSkeleton />,
);

export function ChatPage() {
  const chatId = idFrom<ChatId>(useParams()["chatId"]);
  return chatId === null ? <MissingConversation /> : <OpenChat chatId={chatId} />;
}

function OpenChat({ chatId }: { chatId: ChatId }) {
  const { id, workspace } = useWorkspaceContext();
  const { data: agents = [] } = useAgents(id);
  const { data: clis = [] } = useCliHealth();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const mayHaveChanges = workspace !== undefined && workspace.working_directory_mode !== "temp";
  const { data: checkpoints = [] } = useCheckpoints({ kind: "chat", id: chatId }, mayHaveChanges);
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
      hasChanges={checkpoints.length > 0}
      changes={
        search.get("tab") === "changes" ? (
          <ChatChanges chatId={chatId} onClose={() => void navigate({ search: "" })} />
        ) : null
      }
    />
  );
}
