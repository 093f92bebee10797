import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { PageDialog, useClosePageDialog } from "#components/page-dialog.tsx";

type ChatShellProps = { chatId: ChatId | null; workspaceId: WorkspaceId; children: ReactNode };

/** The window of a chat: over the list on a desktop, the whole of a phone. */
export function ChatShell({ chatId, workspaceId, children }: ChatShellProps) {
  return (
    <PageDialog
      listPath={useListPath(workspaceId)}
      rowSelector={chatId && `[data-chat-id="${CSS.escape(chatId)}"]`}
      focusSelector={COMPOSER}
    >
      {children}
    </PageDialog>
  );
}

/** Where somebody who opens a chat wants to be, unless that would bring up a keyboard over it. */
const COMPOSER = "[data-composer]:not([data-touch])";

export function useCloseChat(workspaceId: WorkspaceId): () => void {
  return useClosePageDialog(useListPath(workspaceId));
}

/** With what it was searched for. */
function useListPath(workspaceId: WorkspaceId): string {
  return `/workspaces/${workspaceId}/chats${useLocation().search}`;
}
