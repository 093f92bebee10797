import { useState, type ReactNode } from "react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { absoluteTime } from "#lib/format.ts";
import { elapsed } from "./run-words.logic.ts";

export type RowTimes = { /** When the event was. */ at: string; startedAt: string };

type RowFrameProps = RowTimes & { icon: ReactNode; children: ReactNode };

/** One thing that happened: its sign, what it was, and when. */
export function RowFrame({ icon, at, startedAt, children }: RowFrameProps) {
  return (
    <div className="flex gap-2 px-3 py-1">
      <span className="flex h-5 w-4 shrink-0 items-center justify-center text-muted [&_svg]:size-3.5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      <RowTime at={at} startedAt={startedAt} />
    </div>
  );
}

/** A tooltip costs more than the rest of a row, and nearly none is ever looked at. */
function RowTime({ at, startedAt }: RowTimes) {
  const [isNear, setIsNear] = useState(false);
  const time = (
    <time
      dateTime={at}
      className="h-5 shrink-0 text-xs leading-5 text-muted tabular-nums"
      onPointerEnter={() => setIsNear(true)}
    >
      {elapsed(startedAt, at)}
    </time>
  );
  return isNear ? <Tooltip text={absoluteTime(at)}>{time}</Tooltip> : time;
}
