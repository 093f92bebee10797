import type { TaskId } from "@malamar/contract/ids.ts";
import { STATUS_LABELS, type TaskStatus } from "@malamar/contract/task.ts";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import type { BoardColumn } from "#features/tasks/lists/use-board-columns.ts";
import { counted } from "#lib/format.ts";
import { withRow } from "./board.logic.ts";
import { TaskCard } from "./task-card.tsx";

/** A card of two lines; the real height is measured when it is drawn. */
const CARD_PX = 88;

/** More is loaded before the end of what is there comes into sight. */
const NEAR = 20;

type CardListProps = {
  status: TaskStatus;
  column: BoardColumn;
  retentionDays: number | null;
  tabStop: TaskId | null;
  next: TaskId | null;
};

/** The cards of a column, of which only those in sight are drawn. */
export function CardList({ status, column, retentionDays, tabStop, next }: CardListProps) {
  const { tasks, count, hasMore, fetchMore } = column;
  const scrollRef = useRef<HTMLDivElement>(null);
  const kept = tasks.findIndex((task) => task.id === tabStop);
  // With a new function every row's place is computed anew, which must not be so at every scroll.
  const getItemKey = useCallback((index: number) => tasks[index]?.id ?? index, [tasks]);
  // oxlint-disable-next-line react/incompatible-library -- its functions stay in this component
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => CARD_PX,
    getItemKey,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), kept),
    overscan: 4,
    gap: 6,
    paddingEnd: 8,
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= tasks.length - NEAR;
  useEffect(() => {
    // Of Done the newest are enough, until somebody asks for more.
    if (isNearEnd && hasMore && status !== "done") fetchMore();
  }, [isNearEnd, hasMore, status, fetchMore]);
  return (
    <div
      ref={scrollRef}
      // Browsers make a stop of what scrolls; the keys of the board scroll it.
      tabIndex={-1}
      className="min-h-0 flex-1 [scrollbar-width:thin] overflow-x-hidden overflow-y-auto overscroll-y-contain px-4 md:px-2"
    >
      <ul
        aria-label={`${STATUS_LABELS[status]}, ${counted(count, "task")}`}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ key, index, start }) => {
          const task = tasks[index];
          if (task === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <TaskCard
                task={task}
                retentionDays={retentionDays}
                isTabStop={task.id === tabStop}
                isNext={task.id === next}
              />
            </li>
          );
        })}
      </ul>
      {status === "done" && hasMore && (
        <Button variant="ghost" className="mb-2 w-full" onClick={() => fetchMore()}>
          Show more
        </Button>
      )}
    </div>
  );
}
