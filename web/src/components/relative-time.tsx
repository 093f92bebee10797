import { useNow } from "#lib/clock.ts";
import { absoluteTime, relativeTime } from "#lib/format.ts";
import { Tooltip } from "./ui/tooltip.tsx";

export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <Tooltip text={absoluteTime(iso)}>
      <time dateTime={iso} className="whitespace-nowrap tabular-nums">
        {relativeTime(iso, now)}
      </time>
    </Tooltip>
  );
}
