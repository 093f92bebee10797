import { use, useState, type ReactNode } from "react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { cn } from "#lib/cn.ts";
import { absoluteTime } from "#lib/format.ts";
import { RowActions } from "./row-actions.ts";
import { elapsed } from "./run-words.logic.ts";

type RowTimes = { /** The event's time. */ at: string; startedAt: string };

type RowFrameProps = RowTimes & {
  icon: ReactNode;
  /** Its first line is a button, which needs more height for fingers. */
  isButton?: boolean;
  /** An action that shows on hover and focus. */
  action?: ReactNode;
  children: ReactNode;
};

/** One event: its icon, what it was, and when. */
export function RowFrame(props: RowFrameProps) {
  const { icon, at, startedAt, isButton = false, action, children } = props;
  const more = use(RowActions);
  return (
    <div
      className={cn(
        "group/row flex gap-2 px-3 py-1 [--line:--spacing(5)]",
        isButton && "pointer-coarse:py-0 pointer-coarse:[--line:--spacing(11)]",
      )}
    >
      <span className="flex h-(--line) w-4 shrink-0 items-center justify-center text-muted [&_svg]:size-3.5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      {(action !== undefined || more !== null) && (
        <div className="flex h-(--line) shrink-0 items-center gap-0.5 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100">
          {action}
          {more}
        </div>
      )}
      <RowTime at={at} startedAt={startedAt} />
    </div>
  );
}

/** A tooltip costs more than the rest of the row, and is hardly ever opened. */
function RowTime({ at, startedAt }: RowTimes) {
  const [isNear, setIsNear] = useState(false);
  const time = (
    <time
      dateTime={at}
      className="h-(--line) shrink-0 text-xs leading-(--line) text-muted tabular-nums"
      onPointerEnter={() => setIsNear(true)}
    >
      {elapsed(startedAt, at)}
    </time>
  );
  return isNear ? <Tooltip text={absoluteTime(at)}>{time}</Tooltip> : time;
}
