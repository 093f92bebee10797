import type { Chat } from "@malamar/contract/chat.ts";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import { FileQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { EmptyState } from "#components/empty-state.tsx";
import { TypedTexts } from "#components/typed-texts.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChatFrame } from "./chat-placeholder.tsx";
import { useCloseChat } from "./chat-shell.tsx";
import { messageOutbox } from "./message-outbox.ts";

type ChatGoneProps = { workspaceId: WorkspaceId; chatId: ChatId | null };

/** It was deleted, perhaps while somebody wrote in it. */
export function ChatGone({ workspaceId, chatId }: ChatGoneProps) {
  const close = useCloseChat(workspaceId);
  return (
    <ChatFrame title="No such chat">
      <div className="space-y-6">
        <EmptyState
          icon={FileQuestionMark}
          title="This chat does not exist"
          text="It was deleted, or the address is wrong."
        >
          <Button variant="primary" onClick={close}>
            Back to the chats
          </Button>
        </EmptyState>
        <TypedTexts texts={chatId === null ? [] : messageOutbox.unsent(chatId)} />
      </div>
    </ChatFrame>
  );
}

/** The address names a workspace that the chat is not in. */
export function ChatElsewhere({ chat, workspaceId }: { chat: Chat; workspaceId: WorkspaceId }) {
  const close = useCloseChat(workspaceId);
  return (
    <ChatFrame title="Chat of another workspace">
      <EmptyState
        icon={FileQuestionMark}
        title="This chat belongs to another workspace"
        text={chat.title}
      >
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={close}>Back to the chats</Button>
          <Button asChild variant="primary">
            <Link to={`/workspaces/${chat.workspace_id}/chats/${chat.id}`} replace>
              Open it there
            </Link>
          </Button>
        </div>
      </EmptyState>
    </ChatFrame>
  );
}
