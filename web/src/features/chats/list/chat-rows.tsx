import type { ChatSummary } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useRef } from "react";
import { counted } from "#lib/format.ts";
import { withKept } from "#lib/kept-row.logic.ts";
import { ChatRow } from "./chat-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";

/**
 * Two lines. The real height is measured after rendering, and differs for text of another size; with
 * a wrong estimate, rows would move away under a focus that moves quickly.
 */
const ROW_PX = 57;

type ChatRowsProps = {
  chats: readonly ChatSummary[];
  search: string;
  openId: ChatId | null;
  /** The chat that was open before the list. It gets the focus. */
  leftId: ChatId | null;
};

/** The list of chats. Only visible rows and the open chat are rendered. */
export function ChatRows({ chats, search, openId, leftId }: ChatRowsProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  useRowKeys(scrollRef);
  const keptId = openId ?? leftId;
  const keptIndex = chats.findIndex(({ id }) => id === keptId);
  // A new function would make the virtualizer measure every row again on each scroll.
  const getItemKey = useCallback((index: number) => chats[index]?.id ?? index, [chats]);
  const rangeExtractor = useCallback(
    (range: Range) => withKept(defaultRangeExtractor(range), keptIndex),
    [keptIndex],
  );
  // oxlint-disable-next-line react/incompatible-library -- its functions stay in this component
  const virtualizer = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    rangeExtractor,
    overscan: 6,
    gap: 2,
    paddingEnd: 16,
    useFlushSync: false,
  });
  return (
    <div
      ref={scrollRef}
      // Browsers make scrolling elements a tab stop, but Tab should go from row to row.
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-y-contain px-1 sm:px-3 lg:px-2"
    >
      <ul
        aria-label={`Chats, ${counted(chats.length, "chat")}`}
        className="relative"
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
              <ChatRow
                chat={chat}
                search={search}
                isOpen={chat.id === openId}
                isLeft={openId === null && chat.id === leftId}
                isBesideOpen={openId !== null}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
