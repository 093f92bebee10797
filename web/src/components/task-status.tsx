import type { TaskStatus } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { CircleCheck, CircleDashed, CircleDotDashed, Eye, type LucideIcon } from "lucide-react";
import { cn } from "#lib/cn.ts";

const LOOKS: Readonly<Record<TaskStatus, { icon: LucideIcon; tone: string }>> = {
  todo: { icon: CircleDashed, tone: "text-status-todo" },
  in_progress: { icon: CircleDotDashed, tone: "text-status-progress" },
  in_review: { icon: Eye, tone: "text-status-review" },
  done: { icon: CircleCheck, tone: "text-status-done" },
};

type StatusProps = { status: TaskStatus; className?: string };

/** Always next to the word, never alone. */
export function StatusIcon({ status, className }: StatusProps) {
  const { icon: Icon, tone } = LOOKS[status];
  return <Icon aria-hidden className={cn("size-3.5 shrink-0", tone, className)} />;
}

export function StatusLabel({ status, className }: StatusProps) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 whitespace-nowrap",
        LOOKS[status].tone,
        className,
      )}
    >
      <StatusIcon status={status} />
      {STATUS_LABELS[status]}
    </span>
  );
}
