import type { ChatSummary } from "@malamar/contract/chat.ts";
import { memo, useEffect, useRef } from "react";
import { Link } from "react-router";
import { RelativeTime } from "#components/relative-time.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { ChatFace } from "#features/chats/chat-face.tsx";
import { FROM_LIST } from "#lib/from-list.logic.ts";
import { previewOf, shownTitle } from "./chat-row.logic.ts";

type ChatRowProps = {
  chat: ChatSummary;
  /** The list's search stays in the address. */
  search: string;
  isOpen: boolean;
  /** It was open before the list, so the focus goes there. */
  isLeft: boolean;
  /**
   * Some chat is open next to the list. Going back from another chat then does not lead to the
   * list.
   */
  isBesideOpen: boolean;
};

/** A row renders only when its chat has changed, not on every scroll of the list. */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { chat, search, isOpen, isLeft, isBesideOpen } = props;
  const linkRef = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Leaves the focus alone if the user has moved it, for example to the search.
    const isFree = document.activeElement?.matches("body, main") ?? true;
    if (isLeft && isFree) linkRef.current?.focus();
  }, [isLeft]);
  return (
    <Link
      ref={linkRef}
      to={`/workspaces/${chat.workspace_id}/chats/${chat.id}${search}`}
      state={isBesideOpen ? null : FROM_LIST}
      aria-current={isOpen ? "page" : undefined}
      preventScrollReset
      data-chat-id={chat.id}
      className="block space-y-0.5 overflow-hidden rounded-md px-3 py-2 transition-colors duration-[120ms] hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-hover"
    >
      <span className="flex items-center gap-2">
        {chat.is_processing && <WorkingDot />}
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {shownTitle(chat.title)}
        </span>
        {chat.is_processing && <span className="sr-only">Replying…</span>}
        <span className="shrink-0 text-sm text-muted">
          <RelativeTime iso={chat.last_message_at} />
        </span>
      </span>
      <span className="flex items-center gap-2 text-sm text-muted">
        <ChatFace chat={chat} />
        <span dir="auto" className="max-w-2/5 shrink-0 truncate text-foreground">
          {shownTitle(chat.agent_name)}
        </span>
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {previewOf(chat)}
        </span>
      </span>
    </Link>
  );
});
