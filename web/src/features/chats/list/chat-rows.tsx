import type { ChatSummary } from "@malamar/contract/chat.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useRef } from "react";
import { counted } from "#lib/format.ts";
import { ChatRow } from "./chat-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";

/** Two lines; the real height is measured when it is drawn. */
const ROW_PX = 58;

type ChatRowsProps = { chats: readonly ChatSummary[]; search: string };

/** The chats, of which only those in sight are drawn. */
export function ChatRows({ chats, search }: ChatRowsProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  useRowKeys(scrollRef);
  // With a new function every row's place is computed anew, which must not be so at every scroll.
  const getItemKey = useCallback((index: number) => chats[index]?.id ?? index, [chats]);
  // oxlint-disable-next-line react/incompatible-library -- its functions stay in this component
  const virtualizer = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: 6,
    gap: 6,
    paddingEnd: 16,
    useFlushSync: false,
  });
  return (
    <div
      ref={scrollRef}
      // Browsers make a stop of what scrolls; Tab leads from row to row.
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-y-contain px-4 sm:px-6"
    >
      <ul
        aria-label={`Chats, ${counted(chats.length, "chat")}`}
        className="relative mx-auto max-w-6xl"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const chat = chats[index];
          if (chat === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={chats.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <ChatRow chat={chat} search={search} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
