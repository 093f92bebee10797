import type { TaskSummary } from "@malamar/contract/task.ts";
import { CircleAlert, Hourglass, MessageSquare, Trash2 } from "lucide-react";
import { memo } from "react";
import { NavLink, useParams } from "react-router";
import { RelativeTime } from "#components/relative-time.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { useNow } from "#lib/clock.ts";
import { cn } from "#lib/cn.ts";
import { counted } from "#lib/format.ts";
import { FROM_LIST } from "#lib/from-list.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { deletionOf } from "#features/tasks/deletion.logic.ts";
import { HoldBadge } from "#features/tasks/hold-badge.tsx";
import { LabelChips } from "#features/tasks/label-chips.tsx";
import { PriorityBadge } from "#features/tasks/priority-badge.tsx";
import { MAX_SHOWN, troubleOf, workOf, type Trouble } from "./card.logic.ts";

type TaskCardProps = {
  task: TaskSummary;
  /** After how many days the workspace deletes what is done. */
  retentionDays: number | null;
  /** The one card that Tab reaches; the keys of the board lead to the others. */
  isTabStop: boolean;
  /** The team takes it next. */
  isNext: boolean;
};

/** A card renders when its own task changed, not whenever its column scrolls. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, retentionDays, isTabStop, isNext } = props;
  const now = useNow();
  const work = workOf(task, now);
  const trouble = troubleOf(task, now);
  const deletion = deletionOf(task, retentionDays, now);
  // Back leads to the board, however many tasks were opened beside it.
  const isReplacing = useParams()["taskId"] !== undefined;
  return (
    <NavLink
      to={`/workspaces/${task.workspace_id}/tasks/${task.id}`}
      state={FROM_LIST}
      replace={isReplacing}
      preventScrollReset
      data-task-id={task.id}
      tabIndex={isTabStop ? 0 : -1}
      className={cn(
        "relative block scroll-my-2 space-y-1.5 overflow-hidden rounded-md border bg-card p-2.5 transition-colors duration-[120ms] focus-visible:-outline-offset-2",
        "before:absolute before:inset-y-0 before:left-0 before:w-0.5",
        work !== null && "before:bg-status-progress forced-colors:before:bg-[Highlight]",
        task.status === "in_review"
          ? "border-status-review/40 bg-review-surface before:bg-status-review hover:border-status-review contrast-more:border-status-review forced-colors:before:bg-[CanvasText]"
          : "hover:bg-hover",
        "aria-[current=page]:border-primary aria-[current=page]:ring-1 aria-[current=page]:ring-primary",
      )}
    >
      {work !== null && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <WorkingDot />
          <span className="min-w-0 truncate">{work.who}</span>
          {work.since !== null && (
            <span className="shrink-0 whitespace-pre tabular-nums">· {work.since}</span>
          )}
        </p>
      )}
      <h3
        dir="auto"
        className={cn(
          "line-clamp-2 leading-normal font-normal wrap-any",
          task.status === "in_review" && "font-medium",
          task.status === "done" && "text-muted",
        )}
      >
        {shortened(task.summary, MAX_SHOWN)}
      </h3>
      {trouble !== null && <TroubleLine trouble={trouble} />}
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
        <span className="tabular-nums">#{task.number}</span>
        {isNext && <span className="font-medium text-foreground">next</span>}
        <RelativeTime iso={task.updated_at} />
        {task.comment_count > 0 && (
          <span className="inline-flex items-center gap-1 tabular-nums">
            <MessageSquare aria-hidden className="size-3.5 shrink-0" />
            <span aria-hidden>{task.comment_count.toLocaleString()}</span>
            <span className="sr-only">{counted(task.comment_count, "comment")}</span>
          </span>
        )}
        {task.is_priority && <PriorityBadge />}
        {task.is_on_hold && <HoldBadge />}
        <LabelChips labels={task.labels} />
        {deletion !== null && (
          <span className="inline-flex items-center gap-1">
            <Trash2 aria-hidden className="size-3.5 shrink-0" />
            {deletion}
          </span>
        )}
      </p>
    </NavLink>
  );
});

function TroubleLine({ trouble }: { trouble: Trouble }) {
  if (trouble.kind === "wait") {
    return (
      <p className="flex items-start gap-1.5 text-sm text-status-review">
        <Hourglass aria-hidden className="mt-px size-3.5 shrink-0" />
        <span className="min-w-0">{trouble.text}</span>
      </p>
    );
  }
  return (
    <p className="flex items-start gap-1.5 text-sm text-error">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="sr-only">Failed: </span>
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
        <span className="min-w-0 grow basis-32 truncate">{trouble.text}</span>
        {trouble.retries !== null && (
          <span className="whitespace-nowrap tabular-nums">{trouble.retries}</span>
        )}
      </span>
    </p>
  );
}
