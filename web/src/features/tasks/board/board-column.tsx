import type { TaskId } from "@malamar/contract/ids.ts";
import { STATUS_LABELS, type TaskStatus } from "@malamar/contract/task.ts";
import { useId, type ReactNode } from "react";
import { StatusIcon } from "#components/task-status.tsx";
import type { BoardColumn as LoadedColumn } from "#features/tasks/lists/use-board-columns.ts";
import { cn } from "#lib/cn.ts";
import { CardList } from "./card-list.tsx";

type BoardColumnProps = {
  status: TaskStatus;
  column: LoadedColumn;
  retentionDays: number | null;
  tabStop: TaskId | null;
  /** The one that the team takes next. */
  next: TaskId | null;
  /** Stands at the right of the header. */
  menu?: ReactNode;
};

export function BoardColumn({ status, column, menu, ...list }: BoardColumnProps) {
  const headingId = useId();
  const needsYou = status === "in_review" && column.count > 0;
  return (
    <section aria-labelledby={headingId} data-column={status} className={columnClass}>
      <header className="flex h-9 shrink-0 items-center gap-1.5 px-4 md:px-3">
        <StatusIcon status={status} />
        <h2
          id={headingId}
          className={cn("truncate font-medium", needsYou && "font-semibold text-status-review")}
        >
          {STATUS_LABELS[status]}
        </h2>
        <span
          aria-hidden
          className={cn(
            "text-sm text-muted tabular-nums",
            needsYou &&
              "rounded-sm border border-status-review bg-review-surface px-1 font-medium text-status-review",
          )}
        >
          {column.count.toLocaleString()}
        </span>
        <span data-commands="On this page" className="ml-auto">
          {menu}
        </span>
      </header>
      <CardList status={status} column={column} {...list} />
    </section>
  );
}

export const columnClass =
  "flex min-h-0 min-w-0 snap-start snap-always flex-col md:rounded-md md:bg-surface";

/**
 * A phone shows one column and swipes to the others; wider windows show them all, scrolled if need be,
 * which from 1024 px on it is not: four times 14.75 rem and the gaps fit, unless the text is enlarged.
 */
export const columnsClass =
  "grid min-h-48 flex-1 snap-x snap-mandatory auto-cols-[100%] grid-flow-col grid-rows-[minmax(0,1fr)] overflow-x-auto overflow-y-hidden overscroll-x-contain md:snap-none md:auto-cols-[minmax(10.25rem,1fr)] md:gap-2 md:px-6 md:pb-4 lg:auto-cols-[minmax(14.75rem,1fr)]";
