import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { ChevronsLeftRight, ChevronsRightLeft } from "lucide-react";
import { useId, type ReactNode } from "react";
import { ChangingNumber } from "#components/changing-number.tsx";
import { StatusIcon } from "#components/task-status.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { cn } from "#lib/cn.ts";
import { CardList } from "./card-list.tsx";

type BoardColumnProps = {
  status: TaskStatus;
  tasks: readonly TaskSummary[];
  /** Includes tasks that are not loaded yet. */
  count: number;
  /** Loads more tasks. Null if all are loaded. */
  onMore: (() => void) | null;
  retentionDays: number | null;
  tabStop: TaskId | null;
  /** The task that the team picks up next. */
  next: TaskId | null;
  longestWait: TaskId | null;
  selected: ReadonlySet<TaskId>;
  isFolded: boolean;
  onFold: () => void;
  /** At the right of the header. */
  menu?: ReactNode;
};

export function BoardColumn(props: BoardColumnProps) {
  const { status, tasks, count, isFolded, onFold, menu, ...list } = props;
  const headingId = useId();
  if (isFolded) return <FoldedColumn status={status} count={count} onUnfold={onFold} />;
  const label = `Collapse ${STATUS_LABELS[status]}`;
  return (
    <section aria-labelledby={headingId} data-column={status} className={columnClass}>
      <header className="group relative flex h-9 shrink-0 items-center gap-1.5 px-4 md:px-3 pointer-coarse:h-11">
        <StatusIcon status={status} />
        <h2 id={headingId} className="truncate font-medium">
          {STATUS_LABELS[status]}
        </h2>
        <ColumnCount status={status} count={count} />
        {/* Beside the name, not in its way: an empty column has no room for both. */}
        <span
          data-commands="On this page"
          className="flex items-center max-md:ml-auto md:absolute md:right-3"
        >
          {menu}
          <Tooltip text={label}>
            <Button
              variant="ghost"
              size="small"
              aria-label={label}
              className="-mr-1.5 bg-surface px-1 group-hover:opacity-100 focus-visible:opacity-100 max-md:hidden pointer-fine:opacity-0"
              onClick={onFold}
            >
              <ChevronsRightLeft aria-hidden />
            </Button>
          </Tooltip>
        </span>
      </header>
      <CardList status={status} tasks={tasks} count={count} {...list} />
    </section>
  );
}

function ColumnCount({ status, count }: { status: TaskStatus; count: number }) {
  const needsYou = status === "in_review" && count > 0;
  return (
    <span
      aria-hidden
      className={cn(
        "text-sm text-muted tabular-nums",
        needsYou &&
          "rounded-sm border border-status-review bg-review-surface px-1 font-medium text-status-review",
      )}
    >
      <ChangingNumber value={count} />
    </span>
  );
}

type FoldedColumnProps = { status: TaskStatus; count: number; onUnfold: () => void };

/** A strip with the name and the count. A click unfolds the column. */
function FoldedColumn({ status, count, onUnfold }: FoldedColumnProps) {
  return (
    <section aria-label={STATUS_LABELS[status]} data-column={status} className={columnClass}>
      <Tooltip text={`Expand ${STATUS_LABELS[status]}`}>
        <button
          type="button"
          aria-label={`Expand ${STATUS_LABELS[status]}, ${count.toLocaleString()}`}
          className="group flex min-h-0 flex-1 flex-col items-center gap-2 rounded-md py-2.5 hover:bg-hover"
          onClick={onUnfold}
        >
          <StatusIcon status={status} />
          <ColumnCount status={status} count={count} />
          <span aria-hidden className="font-medium [writing-mode:vertical-rl]">
            {STATUS_LABELS[status]}
          </span>
          <ChevronsLeftRight aria-hidden className="mt-auto size-4 text-muted" />
        </button>
      </Tooltip>
    </section>
  );
}

export const columnClass =
  "flex min-h-0 min-w-0 snap-start snap-always flex-col md:rounded-md md:bg-surface data-drop:outline-2 data-drop:-outline-offset-2 data-drop:outline-primary";

/**
 * A phone shows one column and swipes to the others. Wider windows show all of them and scroll if
 * needed.
 */
export const columnsClass =
  "grid min-h-48 flex-1 snap-x snap-mandatory auto-cols-[100%] grid-flow-col grid-rows-[minmax(0,1fr)] overflow-x-auto overflow-y-hidden overscroll-x-contain md:snap-none md:auto-cols-[minmax(10.25rem,1fr)] md:grid-cols-(--columns) md:gap-2 md:px-6 md:pb-4";
