import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ChatId, RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ReactNode } from "react";
import { DialogFrame } from "#components/dialog-frame.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { ElsewhereFrame, GoneFrame } from "#components/gone-frame.tsx";
import { useChat } from "#features/chats/queries.ts";
import { ApiError } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { ChatShell, useCloseChat } from "./chat-shell.tsx";
import { ChatSkeleton } from "./chat-skeleton.tsx";
import { ChatView } from "./chat-view.tsx";
import { messageOutbox } from "./message-outbox.ts";

export type ChatDialogProps = {
  chatId: ChatId;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  agents: readonly Agent[];
  clis: readonly CliHealth[];
  /** What a run did, as high as it is given. */
  renderRun: (runId: RunId) => ReactNode;
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
  const close = useCloseChat(workspaceId);
  return (
    <ChatShell chatId={null} workspaceId={workspaceId}>
      <GoneFrame {...PLACE} onBack={close} typed={[]} />
    </ChatShell>
  );
}

const PLACE = { what: "chat", list: "chats" } as const;

function ChatState(props: ChatDialogProps) {
  const { chatId, workspaceId, workspace } = props;
  const { data: chat, error, refetch } = useChat(chatId);
  const close = useCloseChat(workspaceId);
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
      <DialogFrame title="Chat">
        <ErrorState
          title="The chat could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </DialogFrame>
    );
  }
  if (chat.workspace_id !== workspaceId) {
    const path = `/workspaces/${chat.workspace_id}/chats/${chat.id}`;
    return <ElsewhereFrame {...PLACE} onBack={close} title={chat.title} path={path} />;
  }
  return <ChatView {...props} chat={chat} />;
}
