import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import { FileQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { EmptyState } from "#components/empty-state.tsx";
import { TypedTexts } from "#components/typed-texts.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChatFrame } from "./chat-frame.tsx";
import { useCloseChat } from "./use-close-chat.ts";

/** It was deleted, perhaps while somebody wrote in it. */
export function GoneChat({ typed }: { typed: readonly string[] }) {
  const close = useCloseChat();
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
        <TypedTexts texts={typed} />
      </div>
    </ChatFrame>
  );
}

type ElsewhereChatProps = { chat: { id: ChatId; workspace_id: WorkspaceId; title: string } };

/** The address names a workspace that it is not in. */
export function ElsewhereChat({ chat }: ElsewhereChatProps) {
  const close = useCloseChat();
  return (
    <ChatFrame title="A chat of another workspace">
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
