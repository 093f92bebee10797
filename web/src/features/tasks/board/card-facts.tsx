import type { TaskSummary } from "@malamar/contract/task.ts";
import { GitBranch, MessageSquare } from "lucide-react";
import { RelativeTime } from "#components/relative-time.tsx";
import { ChangeChip } from "#features/tasks/change-chip.tsx";
import { hasChanges, OUTCOME_WORDS } from "#features/tasks/changes.logic.ts";
import { keptUntil } from "#features/tasks/deletion.logic.ts";
import { HoldBadge } from "#features/tasks/hold-badge.tsx";
import { LabelChips } from "#features/tasks/label-chips.tsx";
import { PriorityBadge } from "#features/tasks/priority-badge.tsx";
import { useNow } from "#lib/clock.ts";
import { counted, dollars } from "#lib/format.ts";
import { shownTime } from "./board.logic.ts";

type CardFactsProps = { task: TaskSummary; retentionDays: number | null; isNext: boolean };

/** The last line of a card: number, age, comments, cost, changes and chips. */
export function CardFacts({ task, retentionDays, isNext }: CardFactsProps) {
  const kept = keptUntil(task, retentionDays, useNow());
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
      <span className="tabular-nums">#{task.number}</span>
      {isNext && (
        <span className="rounded-sm bg-hover px-1 text-xs font-medium text-foreground forced-colors:border">
          next
        </span>
      )}
      <RelativeTime iso={shownTime(task)} />
      {task.comment_count > 0 && (
        <span className="inline-flex items-center gap-1 tabular-nums">
          <MessageSquare aria-hidden className="size-3.5 shrink-0" />
          <span aria-hidden>{task.comment_count.toLocaleString()}</span>
          <span className="sr-only">{counted(task.comment_count, "comment")}</span>
        </span>
      )}
      {task.cost_usd > 0 && <span className="tabular-nums">{dollars(task.cost_usd)}</span>}
      {hasChanges(task.changes) && <ChangeChip changes={task.changes} />}
      {task.status === "done" && task.outcome !== null && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <GitBranch aria-hidden className="size-3.5 shrink-0" />
          {OUTCOME_WORDS[task.outcome].short}
        </span>
      )}
      {task.is_priority && <PriorityBadge />}
      {task.is_on_hold && <HoldBadge />}
      <LabelChips labels={task.labels} />
      {kept !== null && <span className="whitespace-nowrap">{kept}</span>}
    </p>
  );
}
