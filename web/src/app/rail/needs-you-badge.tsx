import { cn } from "#lib/cn.ts";
import { badgeText } from "./rail.logic.ts";

type NeedsYouBadgeProps = {
  count: number;
  /** Over the corner of the icon, for a closed rail. */
  isOver: boolean;
};

/** The number of items that wait for the user. */
export function NeedsYouBadge({ count, isOver }: NeedsYouBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      className={cn(
        "rounded-full border border-status-review bg-review-surface px-1 text-center text-xs leading-4 font-medium text-status-review tabular-nums",
        isOver && "absolute top-0.5 left-1/2 ml-0.5 min-w-4.5",
      )}
    >
      {badgeText(count)}
    </span>
  );
}
