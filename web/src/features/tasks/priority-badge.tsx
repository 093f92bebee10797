import { Flag } from "lucide-react";

/** Shared by the card and the open task. */
export function PriorityBadge() {
  return (
    <span className="inline-flex items-center gap-1 rounded-sm border border-input px-1 text-xs font-medium whitespace-nowrap text-foreground">
      <Flag aria-hidden className="size-3 shrink-0" />
      Priority
    </span>
  );
}
