import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ChatId, RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ReactNode } from "react";
import { ErrorState } from "#components/error-state.tsx";
import { useChat } from "#features/chats/queries.ts";
import { ApiError } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { ChatElsewhere, ChatGone } from "./chat-gone.tsx";
import { ChatFrame, ChatSkeleton } from "./chat-placeholder.tsx";
import { ChatShell } from "./chat-shell.tsx";
import { ChatView } from "./chat-view.tsx";

export type ChatDialogProps = {
  chatId: ChatId;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  agents: readonly Agent[];
  clis: readonly CliHealth[];
  /** What a run did, as high as it is given. */
  renderRun: (runId: RunId) => ReactNode;
  /** Shows what can be done about a CLI that does not work. */
};

/** One conversation over the list, with an address of its own. */
export function ChatDialog(props: ChatDialogProps) {
  return (
    <ChatShell chatId={props.chatId} workspaceId={props.workspaceId}>
      <ChatState key={props.chatId} {...props} />
    </ChatShell>
  );
}

/** For an address that cannot be a chat's. */
export function MissingChatDialog({ workspaceId }: { workspaceId: WorkspaceId }) {
  return (
    <ChatShell chatId={null} workspaceId={workspaceId}>
      <ChatGone workspaceId={workspaceId} chatId={null} />
    </ChatShell>
  );
}

function ChatState(props: ChatDialogProps) {
  const { chatId, workspaceId, workspace } = props;
  const { data: chat, error, refetch } = useChat(chatId);
  const isGone = error instanceof ApiError && error.status === 404;
  useDocumentTitle(
    workspace && `${(isGone ? undefined : chat?.title) ?? "Chat"} · ${workspace.title}`,
  );
  if (isGone) return <ChatGone workspaceId={workspaceId} chatId={chatId} />;
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
    return <ChatElsewhere chat={chat} workspaceId={workspaceId} />;
  }
  return <ChatView {...props} chat={chat} />;
}
