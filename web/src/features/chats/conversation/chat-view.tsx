import type { Chat } from "@malamar/contract/chat.ts";
import { Paperclip } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { OutgoingTexts } from "#components/outgoing-texts.tsx";
import { focusedElement } from "#lib/focused-element.ts";
import { IS_TOUCH } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { backInBox } from "#lib/outbox.logic.ts";
import type { ConversationProps } from "./conversation.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { createEndFollower } from "./end-follower.ts";
import { Messages } from "./messages.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useSending } from "./use-sending.ts";
import { useUploads } from "./uploads.ts";

export function ChatView(props: ConversationProps & { chat: Chat }) {
  const { chat, agents, clis } = props;
  const [follower] = useState(createEndFollower);
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const sending = useSending(chat);
  const uploads = useUploads(chat.id);
  const isDropping = useFileDrop(uploads.add);
  const isTouch = useMediaQuery(IS_TOUCH);
  // On touch devices this would open the keyboard over what the user reads.
  const goToBox = () => void (isTouch || boxRef.current?.focus());
  const begin = useEffectEvent(() => {
    // The user may be typing elsewhere by now, for example in the search: leave the focus there.
    if (!focusedElement()?.matches("input, textarea, select")) goToBox();
  });
  useEffect(() => begin(), []);
  return (
    <div data-commands="This chat" className="relative flex min-h-0 flex-1 flex-col">
      <ChatHeader
        chat={chat}
        agents={agents}
        clis={clis}
        hasChanges={props.hasChanges}
        isOnChanges={props.changes !== null}
      />
      {props.changes}
      {props.changes === null && (
        <>
          <Messages
            chat={chat}
            follower={follower}
            renderRun={props.renderRun}
            hasOutgoing={sending.outbox.items.length > 0}
            outgoing={
              <OutgoingTexts
                label="Unsent messages"
                items={sending.outbox.items}
                isPlain
                onRetry={(item) => {
                  sending.outbox.retry(item);
                  goToBox();
                }}
                onDiscard={(item) => {
                  sending.outbox.discard(item);
                  goToBox();
                }}
                onEdit={(item) => {
                  sending.write(backInBox(item.content, sending.draft));
                  sending.outbox.discard(item);
                  boxRef.current?.focus();
                }}
              />
            }
          />
          <Composer
            chat={chat}
            clis={clis}
            uploads={uploads}
            sending={sending}
            boxRef={boxRef}
            onSent={follower.jumpToEnd}
            onFreed={goToBox}
          />
        </>
      )}
      {isDropping && (
        <div className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center gap-2 rounded-lg border-2 border-dashed border-primary bg-background/90 text-lg font-semibold">
          <Paperclip aria-hidden className="size-5" />
          Drop to attach
        </div>
      )}
    </div>
  );
}
