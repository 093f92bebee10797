import type { TaskSummary } from "@malamar/contract/task.ts";
import { CircleCheckBig, CircleAlert, Hourglass } from "lucide-react";
import { memo } from "react";
import { NavLink, useParams, useSearchParams } from "react-router";
import { LiveLine } from "#components/live-line.tsx";
import { stepperView } from "#components/stepper.logic.ts";
import { useNow } from "#lib/clock.ts";
import { cn } from "#lib/cn.ts";
import { FROM_LIST } from "#lib/from-list.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { boardSearchOf } from "#features/tasks/task/task-address.logic.ts";
import { CardFacts } from "./card-facts.tsx";
import { CardTeam } from "./card-team.tsx";
import { MAX_SHOWN, troubleOf, workOf, type Trouble } from "./card.logic.ts";

type TaskCardProps = {
  task: TaskSummary;
  /** After how many days the workspace deletes done tasks. */
  retentionDays: number | null;
  /** The only card in the tab order. The board's keys lead to the others. */
  isTabStop: boolean;
  /** The team picks it up next. */
  isNext: boolean;
  /** No other task has waited longer for the user. */
  isLongestWait: boolean;
  isSelected: boolean;
};

/** A card renders only when its own task has changed, not on every scroll of its column. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, isTabStop, isNext, isLongestWait, isSelected } = props;
  const now = useNow();
  const work = workOf(task, now);
  const trouble = troubleOf(task, now);
  // Back leads to the board, however many tasks were opened next to it.
  const isReplacing = useParams()["taskId"] !== undefined;
  const [search] = useSearchParams();
  // Before the first agent's turn, the marks are enough.
  const hasBegun = task.team.some(({ outcome }) => outcome !== null);
  return (
    <NavLink
      to={{
        pathname: `/workspaces/${task.workspace_id}/tasks/${task.id}`,
        search: boardSearchOf(search),
      }}
      state={FROM_LIST}
      replace={isReplacing}
      preventScrollReset
      draggable={false}
      data-task-id={task.id}
      data-selected={isSelected || undefined}
      data-focus-tooltip={hasBegun ? stepperView(task.team).label : undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={cn(
        "relative block scroll-my-2 md:scroll-mx-4 space-y-1.5 overflow-hidden rounded-md border bg-card p-2.5 transition-colors duration-[120ms] hover:bg-hover focus-visible:-outline-offset-2",
        "before:absolute before:inset-y-0 before:left-0 before:w-0.5",
        work !== null && "before:bg-status-progress forced-colors:before:bg-[Highlight]",
        task.status === "in_review" &&
          "before:bg-status-review forced-colors:before:bg-[CanvasText]",
        isLongestWait &&
          "border-status-review/40 bg-review-surface hover:border-status-review hover:bg-review-surface contrast-more:border-status-review",
        "aria-[current=page]:border-primary aria-[current=page]:ring-1 aria-[current=page]:ring-primary",
        isSelected && "border-primary ring-1 ring-primary forced-colors:outline-2",
      )}
    >
      <div className="flex items-start gap-1.5">
        <h3
          dir="auto"
          className={cn(
            "line-clamp-2 min-w-0 flex-1 leading-normal font-normal wrap-any",
            task.status === "in_review" && "font-medium",
            task.status === "done" && "text-muted",
          )}
        >
          {shortened(task.summary, MAX_SHOWN)}
        </h3>
        {isSelected && (
          <>
            <CircleCheckBig aria-hidden className="mt-0.5 size-3.5 shrink-0 text-primary" />
            <span className="sr-only">Selected</span>
          </>
        )}
      </div>
      {trouble !== null && <TroubleLine trouble={trouble} />}
      <CardTeam task={task} work={work} />
      {task.current_run_id !== null && <LiveLine runId={task.current_run_id} />}
      <CardFacts task={task} retentionDays={props.retentionDays} isNext={isNext} />
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
