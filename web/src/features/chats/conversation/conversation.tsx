import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ChatId, RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ReactNode } from "react";
import { ErrorState } from "#components/error-state.tsx";
import { ElsewhereFrame, GoneFrame } from "#components/gone-frame.tsx";
import { useChat } from "#features/chats/queries.ts";
import { ApiError } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { ChatFrame } from "./chat-frame.tsx";
import { ChatSkeleton } from "./chat-skeleton.tsx";
import { ChatView } from "./chat-view.tsx";
import { ConversationPane } from "./conversation-pane.tsx";
import { messageOutbox } from "./message-outbox.ts";
import { useCloseChat } from "./use-close-chat.ts";

export type ConversationProps = {
  chatId: ChatId;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  agents: readonly Agent[];
  clis: readonly CliHealth[];
  /** Renders a run, as tall as its container. */
  renderRun: (runId: RunId) => ReactNode;
  /** What the agents changed, instead of what was said. Null: what was said. */
  changes: ReactNode;
  /** Whether anything was stored that could have changed. */
  hasChanges: boolean;
};

export function Conversation(props: ConversationProps) {
  return (
    <ConversationPane key={props.chatId} chatId={props.chatId}>
      <ChatState {...props} />
    </ConversationPane>
  );
}

/** For an address that cannot belong to a chat. */
export function MissingConversation() {
  const close = useCloseChat();
  return (
    <ConversationPane chatId={null}>
      <GoneFrame {...PLACE} onBack={close} typed={[]} />
    </ConversationPane>
  );
}

const PLACE = { what: "chat", list: "chats", Frame: ChatFrame } as const;

function ChatState(props: ConversationProps) {
  const { chatId, workspaceId, workspace } = props;
  const { data: chat, error, refetch } = useChat(chatId);
  const close = useCloseChat();
  const isGone = error instanceof ApiError && error.status === 404;
  useDocumentTitle(
    workspace && `${(isGone ? undefined : chat?.title) ?? "Chat"} · ${workspace.title}`,
  );
  if (isGone) {
    return <GoneFrame {...PLACE} onBack={close} typed={messageOutbox.unsent(chatId)} />;
  }
  if (chat === undefined) {
    if (error === null) return <ChatSkeleton />;
    return (
      <ChatFrame title="Chat">
        <ErrorState
          title="The chat could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </ChatFrame>
    );
  }
  if (chat.workspace_id !== workspaceId) {
    const path = `/workspaces/${chat.workspace_id}/chats/${chat.id}`;
    return <ElsewhereFrame {...PLACE} onBack={close} title={chat.title} path={path} />;
  }
  return <ChatView {...props} chat={chat} />;
}
