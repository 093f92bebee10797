import type { Chat, ChatMessage } from "@malamar/contract/chat.ts";
import type { RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import { ArrowDown, MessagesSquare } from "lucide-react";
import { Fragment, memo, useState, useSyncExternalStore, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { IS_WIDE } from "#lib/breakpoints.ts";
import { useNow } from "#lib/clock.ts";
import { counted } from "#lib/format.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { shortened } from "#lib/short-text.logic.ts";
import type { EndFollower } from "./end-follower.ts";
import { LiveAnswer } from "./live-answer.tsx";
import { MessageEntry } from "./message-entry.tsx";
import { beginsDay, dayLabel, firstShown, isOfSameRun } from "./messages.logic.ts";

type MessagesProps = {
  chat: Chat;
  follower: EndFollower;
  /** Messages that were sent but have not arrived. */
  outgoing: ReactNode;
  hasOutgoing: boolean;
  renderRun: (runId: RunId) => ReactNode;
};

/** The whole conversation, oldest first, and the answer in progress. */
export function Messages({ chat, follower, outgoing, hasOutgoing, renderRun }: MessagesProps) {
  const { messages } = chat;
  const isSilent = messages.length === 0 && !chat.is_processing && !hasOutgoing;
  const { setElement, setContent, onScroll } = follower;
  // Only the newest are rendered at first. Earlier ones appear on demand, above the visible part.
  const [wanted, setFirst] = useState(() => firstShown(messages.length));
  const first = Math.min(wanted, messages.length);
  const isFollowing = useSyncExternalStore(follower.subscribe, follower.isFollowing);
  const unseen = useUnseen(messages.length, isFollowing);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={setElement}
        onScroll={onScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keyboards must reach it
        tabIndex={0}
        role="log"
        aria-label="Messages"
        className="absolute inset-0 overflow-x-hidden overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2 sm:px-5"
      >
        <div ref={setContent} className="mx-auto max-w-3xl space-y-4">
          {first > 0 && (
            <div className="flex justify-center">
              <Button
                size="small"
                onClick={() => {
                  follower.keepPlace();
                  follower.focus();
                  setFirst(firstShown(first));
                }}
              >
                Show earlier ({first.toLocaleString()} more)
              </Button>
            </div>
          )}
          {isSilent && <NothingYet chat={chat} />}
          <Entries
            messages={messages}
            first={first}
            workspaceId={chat.workspace_id}
            renderRun={renderRun}
          />
          <div className="ml-auto max-w-[85%] empty:hidden">{outgoing}</div>
          {chat.is_processing && <LiveAnswer chat={chat} renderRun={renderRun} />}
        </div>
      </div>
      {!isFollowing && (
        <Button
          size="small"
          onClick={() => {
            follower.jumpToEnd();
            follower.focus();
          }}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-transient"
        >
          <ArrowDown aria-hidden />
          {unseen > 0 ? counted(unseen, "new message") : "Jump to latest"}
        </Button>
      )}
    </div>
  );
}

type EntriesProps = {
  messages: readonly ChatMessage[];
  first: number;
  workspaceId: WorkspaceId;
  renderRun: (runId: RunId) => ReactNode;
};

/** Memoized, so that typing in the box renders nothing here. */
const Entries = memo(function Entries({ messages, first, ...props }: EntriesProps) {
  return messages.slice(first).map((message, index) => {
    const before = messages[first + index - 1];
    return (
      <Fragment key={message.id}>
        {beginsDay(message, before) && <Day iso={message.created_at} />}
        <MessageEntry message={message} isOfSameRun={isOfSameRun(message, before)} {...props} />
      </Fragment>
    );
  });
});

/** The number of new messages since the user scrolled up. */
function useUnseen(count: number, isFollowing: boolean): number {
  const [seen, setSeen] = useState(count);
  if (isFollowing && seen !== count) setSeen(count);
  return Math.max(0, count - seen);
}

function Day({ iso }: { iso: string }) {
  const now = useNow();
  // Below the chat's title, which is the page's heading where the list is not next to it.
  const Heading = useMediaQuery(IS_WIDE) ? "h3" : "h2";
  return (
    <Heading className="flex items-center gap-3 text-xs font-medium text-muted">
      <span aria-hidden className="h-px flex-1 bg-border" />
      {dayLabel(iso, now)}
      <span aria-hidden className="h-px flex-1 bg-border" />
    </Heading>
  );
}

function NothingYet({ chat }: { chat: Chat }) {
  return (
    <div className="flex flex-col items-center gap-2 py-16 text-center text-muted">
      <MessagesSquare aria-hidden className="size-6" />
      <p className="max-w-[56ch] text-balance wrap-any">
        {chat.agent_id === null
          ? "Say what you want to get done. The Malamar agent asks what it needs to know, then builds or changes the team, and creates the tasks."
          : `${shortened(chat.agent_name, 200)} replies to your messages and can create tasks.`}
      </p>
    </div>
  );
}
