import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Ellipsis } from "lucide-react";
import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { counted } from "#lib/format.ts";
import { withKept } from "#lib/kept-row.logic.ts";
import { TaskCard } from "./task-card.tsx";
import { useIsPhone } from "./use-is-phone.ts";

/** A card with a stepper. The real height is measured after rendering. */
const CARD_PX = 92;

/** A column draws this many cards at once. The others follow without blocking the page. */
const AT_ONCE = 3;

/** Loads more before the last card is visible. */
const AHEAD = 10;

type CardListProps = {
  status: TaskStatus;
  tasks: readonly TaskSummary[];
  count: number;
  onMore: (() => void) | null;
  retentionDays: number | null;
  tabStop: TaskId | null;
  next: TaskId | null;
  longestWait: TaskId | null;
  selected: ReadonlySet<TaskId>;
};

/** The cards of a column. Only visible ones are rendered. */
export function CardList(props: CardListProps) {
  const { status, tasks, count, onMore, retentionDays, tabStop, next, longestWait, selected } =
    props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const [isFirst, setIsFirst] = useState(true);
  useEffect(() => startTransition(() => setIsFirst(false)), []);
  const kept = tasks.findIndex((task) => task.id === tabStop);
  // A new function would make the virtualizer measure every row again on each scroll.
  const getItemKey = useCallback((index: number) => tasks[index]?.id ?? index, [tasks]);
  // oxlint-disable-next-line react/incompatible-library -- its functions stay in this component
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => CARD_PX,
    getItemKey,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return withKept(isFirst ? rows.slice(0, AT_ONCE) : rows, kept);
    },
    overscan: 4,
    gap: 6,
    // On a phone the button for a new task must not cover the last card.
    paddingEnd: isPhone ? 76 : 8,
    useFlushSync: false,
  });
  // Done is history, so more of it loads only on demand.
  const loadsBySight = status !== "done";
  const lastDrawn = virtualizer.range?.endIndex ?? 0;
  const loadMore = useEffectEvent(() => loadsBySight && onMore?.());
  const isNearEnd = lastDrawn >= tasks.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, tasks.length]);
  return (
    <div
      ref={scrollRef}
      data-slot="card-list"
      // Browsers make scrolling elements a tab stop, but the board's own keys scroll it.
      tabIndex={-1}
      className="min-h-0 flex-1 [scrollbar-width:thin] overflow-x-hidden overflow-y-auto overscroll-y-contain px-4 md:px-2"
    >
      <ul
        aria-label={`${STATUS_LABELS[status]}, ${counted(count, "task")}`}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
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
                isLongestWait={task.id === longestWait}
                isSelected={selected.has(task.id)}
              />
              <MenuSign />
            </li>
          );
        })}
      </ul>
      {!loadsBySight && onMore !== null && (
        <div className="pb-2 text-center">
          <Button size="small" variant="ghost" onClick={onMore}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * Touch devices have no hover: a tap here opens the actions. The board handles it
 * (use-near-card.ts).
 */
function MenuSign() {
  return (
    <button
      type="button"
      data-slot="card-menu"
      data-commands=""
      aria-label="More for this task"
      tabIndex={-1}
      className="absolute right-0 bottom-0 hidden size-11 items-center justify-center text-muted pointer-coarse:flex"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
}
